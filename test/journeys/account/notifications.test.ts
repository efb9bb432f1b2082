import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pageSize } from '../../../src/features/notifications/contract.ts';
import { rowId } from '../../../src/storage/row-id.ts';
import { signUpInBackground } from '../../account.ts';
import { eventually, open } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import { editDatabase, memberOf, send } from '../../wishes-and-comments.ts';
import { publishInBackground } from '../../writing.ts';

const site = visitedSite();

const bell = (page: Page) => page.getByRole('link', { name: /^Notifications/ });
const nameOf = (page: Page) => bell(page).getAttribute('aria-label');

test('a comment shows at the bell; opening it leads to the text and marks it read on every device', async () => {
  const author = await memberOf(site);
  const blogId = await publishInBackground(author.context, site.url);
  await open(author.page, '/');
  expect(await nameOf(author.page)).toBe('Notifications');

  const reader = await memberOf(site);
  const comment = { blogId, comment: 'A word about looms' };
  await send(site, reader.context, 'POST', '/api/addcomment', comment);

  await author.page.goto('/All-blogs');
  await eventually(() => nameOf(author.page)).toBe('Notifications, 1 unread');
  await bell(author.page).click();
  await author.page.waitForURL(`${site.url}/notifications`);
  const notification = author.page.getByRole('main').getByRole('link', { name: /commented on/ });
  await notification.click();
  await author.page.waitForURL(new RegExp(`/blog/${blogId}#comment-`));
  await author.page.getByText('A word about looms').waitFor();
  await eventually(() => nameOf(author.page)).toBe('Notifications');

  const html = await (await author.context.request.get('/')).text();
  expect(html).toContain('aria-label="Notifications"');
});

test('an author can be followed from a blog, and a new blog of theirs notifies the follower', {
  tags: 'slow',
}, async () => {
  const author = await memberOf(site);
  const first = await publishInBackground(author.context, site.url);
  const { page, context } = await memberOf(site);
  await open(page, `/blog/${first}`);
  const follow = page.getByRole('main').getByRole('button', { name: /^Follow/ });
  await follow.click();
  await eventually(() => follow.innerText()).toMatch(/^Following/);
  expect(await follow.evaluate((button) => button === document.activeElement)).toBe(true);

  await publishInBackground(author.context, site.url, { title: 'Brand new' });
  await open(page, '/following');
  await page.getByRole('main').getByRole('link', { name: 'Brand new' }).first().waitFor();
  const main = page.getByRole('main');
  await main.getByText('2 blogs', { exact: true }).waitFor();
  await main.getByText('1 author', { exact: true }).waitFor();
  expect(await nameOf(page)).toBe('Notifications, 1 unread');
  await page.getByRole('button', { name: 'Unfollow' }).click();
  await page.getByText('You follow nobody yet.').waitFor();
  expect(await (await context.request.get('/api/followed/authors')).json()).toEqual([]);
});

test('without JavaScript a member follows an author, reads notifications and marks them read', {
  tags: 'slow',
}, async () => {
  const author = await memberOf(site);
  const blogId = await publishInBackground(author.context, site.url);
  const { page, context } = await site.visit({ javaScriptEnabled: false });
  await signUpInBackground(context, site.url);
  await page.goto(`/blog/${blogId}`);
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await page.getByRole('button', { name: 'Unfollow' }).waitFor();
  await publishInBackground(author.context, site.url, { title: 'Published quietly' });
  await page.goto('/notifications');
  expect(await nameOf(page)).toBe('Notifications, 1 unread');
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  expect(new URL(page.url()).pathname).toBe('/notifications');
  expect(await nameOf(page)).toBe('Notifications');
  await page.getByRole('link', { name: /published “Published quietly”/ }).click();
  await page.getByRole('heading', { name: 'Published quietly' }).waitFor();
});

test('a signed-out visitor sees no bell, and is led to Sign In by Follow', async () => {
  const author = await memberOf(site);
  const blogId = await publishInBackground(author.context, site.url);
  const blog = await (await author.context.request.get(`/api/blog/${blogId}`)).json();
  const { page } = await site.visit();
  await open(page, `/author/${blog.authorId}`);
  expect(await bell(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Please sign in to follow authors.').waitFor();
  await dialog.getByRole('button', { name: 'Go to Sign In' }).click();
  await page.waitForURL(/\/Account\/signin/);
});

test('“Mark all as read” also marks the notifications of further pages', {
  tags: 'slow',
}, async () => {
  const author = await memberOf(site);
  const blogId = await publishInBackground(author.context, site.url);
  const reader = await memberOf(site);
  const comment = { blogId, comment: 'A word about looms' };
  const reply = await send(site, reader.context, 'POST', '/api/addcomment', comment);
  const textIds = ` ${(await reply.json())._id}`;
  const unread = async () =>
    (await (await author.context.request.get('/api/notifications/unread')).json()).count;
  await eventually(unread).toBe(1);
  // A page of newer notifications that were read.
  editDatabase(site, (database) => {
    const add = database.prepare(
      `insert into notifications (id, person_id, kind, about, text_ids, at, read_at)
        select ?, person_id, kind, ?, text_ids, at + ?, 1 from notifications
        where text_ids = ? and read_at is null`,
    );
    for (let index = 1; index <= pageSize; index += 1) {
      add.run(rowId(), `about-${index}`, index, textIds);
    }
  });
  const { page } = author;
  await open(page, '/notifications');
  const main = page.getByRole('main');
  const all = `${pageSize + 1} notifications`;
  await main.getByText(`1–${pageSize} of ${all}`, { exact: true }).waitFor();
  expect(await main.getByRole('button', { name: 'Mark as read' }).count()).toBe(0);
  expect(await nameOf(page)).toBe('Notifications, 1 unread');
  await main.getByRole('button', { name: 'Mark all as read' }).click();
  await eventually(() => nameOf(page)).toBe('Notifications');
  await main.getByRole('link', { name: 'More' }).click();
  await main.getByText(`${pageSize + 1} of ${all}`, { exact: true }).waitFor();
  expect(await main.getByRole('button', { name: 'Mark as read' }).count()).toBe(0);
});

test('an empty list and a refused address have a drawing', { tags: 'slow' }, async () => {
  const { page } = await memberOf(site, {}, { allowedComplaints: /400/ });
  for (const path of ['/notifications', '/following', '/history', '/history?cursor=x']) {
    await page.goto(path);
    await page.getByRole('main').locator('svg[viewBox="0 0 96 72"]').waitFor();
  }
});

test('a member chooses the kinds of notifications on the account page', {
  tags: 'slow',
}, async () => {
  const { page, context } = await memberOf(site);
  await open(page, '/Account');
  const comments = page.getByRole('group', { name: 'Comments on my blogs' });
  const here = comments.getByRole('checkbox', { name: 'On this site' });
  expect(await here.isChecked()).toBe(true);
  await here.click();
  await eventually(() => here.isChecked()).toBe(false);
  const { choices } = await (await context.request.get('/api/account/notifications')).json();
  expect(choices[0]).toMatchObject({ kind: 'comment', here: false });
});
