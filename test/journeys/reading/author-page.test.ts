// @module-tag slow
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually, open } from '../../browser.ts';
import { fetchOnce } from '../../running-site.ts';
import { visitedSite } from '../../visited-site.ts';
import { memberOf, publish } from '../../wishes-and-comments.ts';

const site = visitedSite();

test('an author’s name leads to a page with the author’s blogs and biography', async () => {
  const { page, context } = await memberOf(site, { displayName: 'Grace Hopper' });
  const blogId = await publish(site, context, 'The first compiler');
  await open(page, `/blog/${blogId}`);
  await page.getByRole('main').getByRole('link', { name: 'Grace Hopper' }).first().click();
  await page.waitForURL('**/author/*');
  const heading = page.getByRole('heading', { level: 1, name: 'Grace Hopper' });
  await heading.waitFor();
  await eventually(() => page.title()).toBe('Grace Hopper | The Content Hub');
  expect(await page.getByText('Writer, thinker, and creator of amazing stories.').isVisible()).toBe(
    true,
  );
  const address = page.url();

  await open(page, '/Account');
  await page.getByLabel('A few words about you').fill('Finds bugs, <b>one</b> at a time.');
  const form = page.locator('form').filter({ has: page.locator('textarea') });
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('What you say of yourself has been saved.').waitFor();
  await publish(site, context, 'The second compiler');

  // Signed-out visitors see the same, already in the server's HTML.
  const html = await (await fetchOnce(address)).text();
  expect(html).toContain('Finds bugs, &lt;b&gt;one&lt;/b&gt; at a time.');
  const stranger = await site.visit();
  await open(stranger.page, address);
  const titles = stranger.page.getByRole('main').getByRole('article').getByRole('heading');
  expect(await titles.allTextContents()).toEqual(['The second compiler', 'The first compiler']);
  expect(await stranger.page.getByRole('button', { name: 'Add to Wishlist' }).count()).toBe(2);
});

test('on an author’s own page, which has no Follow, Feed stands where the actions begin', async () => {
  const { page, context } = await memberOf(site, { displayName: 'Ada Lovelace' });
  const blogId = await publish(site, context, 'Notes');
  await open(page, `/blog/${blogId}`);
  await page.getByRole('main').getByRole('link', { name: 'Ada Lovelace' }).first().click();
  await page.waitForURL('**/author/*');
  const xOf = async (part: Locator) => (await part.boundingBox())?.x;
  for (const isFresh of [false, true]) {
    if (isFresh) await open(page, page.url());
    const heading = page.getByRole('heading', { level: 1, name: 'Ada Lovelace' });
    await heading.waitFor();
    expect(await xOf(page.getByRole('link', { name: 'Feed' }))).toBe(await xOf(heading));
  }
});

test('a person who has published nothing has no author page', async () => {
  const reply = await fetchOnce(`${site.url}/author/01900000-0000-7000-8000-00000000dead`);
  expect(reply.status).toBe(404);
  expect(await reply.text()).toContain('Page Not Found');
});
