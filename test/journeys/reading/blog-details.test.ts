import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually, open } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import { latestBlogs, memberOf, publish } from '../../wishes-and-comments.ts';

const site = visitedSite();
const publicSite = visitedSite({ READING: 'public' });

const updateButton = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: 'Update Blog' });
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

test('only the author of a blog sees Update Blog, and the public reply doesn’t tell who that is', {
  tags: 'slow',
}, async () => {
  const author = await memberOf(site, { displayName: 'Grace Hopper' });
  const id = await publish(site, author.context, 'To be updated');
  await open(author.page, `/blog/${id}`);
  expect(await updateButton(author.page).getAttribute('href')).toBe(`/update-blog/${id}`);
  const html = await (await author.context.request.get(`/blog/${id}`)).text();
  expect(html).toContain(`href="/update-blog/${id}"`);

  const reader = await memberOf(site);
  await open(reader.page, `/blog/${id}`);
  expect(await updateButton(reader.page).count()).toBe(0);

  const reply = await (await author.context.request.get(`/api/blog/${id}`)).text();
  expect(reply).not.toContain(author.account.email);
  expect(reply).not.toContain('canEdit');
});

test('a member’s blog page is complete in the server’s HTML, with nothing left to load', async () => {
  const { context } = await memberOf(site);
  const [{ _id, title }] = await latestBlogs(site);
  const reply = await context.request.get(`/blog/${_id}`);
  const html = await reply.text();
  expect(html).toContain(`${title}</h1>`);
  expect(html).toContain('min read');
  expect(html).toContain('No comments yet.');
  expect(html).not.toContain('Loading');
  expect(html).not.toContain('aria-busy="true"');
  expect(reply.headers()['cache-control']).toBe('private, no-store');
});

test('opening another blog starts at its top, and Back restores the scroll position', {
  tags: 'slow',
}, async () => {
  const { page } = await memberOf(site);
  const [first] = await latestBlogs(site);
  await open(page, `/blog/${first._id}`);
  const other = page
    .getByRole('complementary')
    .getByRole('link')
    .filter({ hasNotText: first.title })
    .last();
  await other.scrollIntoViewIfNeeded();
  const before = await scrolled(page);
  expect(before).toBeGreaterThan(300);
  await other.click();
  await page.waitForURL((url) => url.pathname !== `/blog/${first._id}`);
  await eventually(() => scrolled(page)).toBe(0);
  await page.goBack();
  await page.waitForURL(`**/blog/${first._id}`);
  await eventually(async () => Math.abs((await scrolled(page)) - before) < 50).toBe(true);
});

test('on a public site a signed-out visitor is led from the comments to Sign In', {
  tags: 'slow',
}, async () => {
  const { page } = await publicSite.visit();
  const [{ _id }] = await latestBlogs(publicSite);
  await open(page, `/blog/${_id}`);
  const comments = page.getByRole('region', { name: 'Comments' });
  await comments.getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL('**/Account/signin*');
});
