import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually, failApi, open, passTimeUntilSeen, slowDownToasts } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import {
  editDatabase,
  failedCalls,
  latestBlogs,
  type Member,
  memberOf,
  publish,
  send,
} from '../../wishes-and-comments.ts';

const site = visitedSite();

const items = (page: Page) => page.getByRole('main').getByRole('article');
const dialog = (page: Page) => page.getByRole('dialog');
const titles = (page: Page) => items(page).getByRole('heading').allTextContents();

async function wish({ context }: Member, ...ids: readonly string[]): Promise<void> {
  for (const reviewId of ids) await send(site, context, 'POST', '/addWishlist', { reviewId });
}

async function removeFirst(page: Page): Promise<void> {
  await items(page).first().getByRole('button', { name: 'Remove' }).click();
  await dialog(page).getByRole('heading', { name: 'Are you sure?' }).waitFor();
  expect(
    await dialog(page).getByText("You won't be able to undo this action!", { exact: true }).count(),
  ).toBe(1);
}

test('the wishlist shows the wished blogs, the latest first, with number, category and cover', {
  tags: 'slow',
}, async () => {
  const member = await memberOf(site);
  const { page, context } = member;
  const [first, second] = await latestBlogs(site);
  await wish(member, first._id, second?._id ?? '');
  await open(page, '/Wishlist');
  expect(await page.title()).toBe('Wishlist | The Content Hub');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Your Wishlist');
  expect(await titles(page)).toEqual([second?.title, first.title]);
  const item = items(page).nth(1);
  expect(await item.getByText('Number 2').count()).toBe(1);
  expect(await item.getByText(first.category, { exact: true }).isVisible()).toBe(true);
  const picture = item.locator('img');
  await eventually(() =>
    picture.evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBeGreaterThan(0);
  const html = await (await context.request.get('/Wishlist')).text();
  expect(html).toContain(`>${first.title}</a>`);
  await item.getByRole('link', { name: 'Details' }).click();
  await page.waitForURL(`**/blog/${first._id}`);
});

test('the wishlist filter narrows the list, is in the address, and says when nothing is left', async () => {
  const member = await memberOf(site);
  const { page } = member;
  const [first] = await latestBlogs(site);
  await wish(member, first._id);
  await open(page, '/Wishlist');
  const filter = page.getByRole('navigation', { name: 'Category' });
  expect(await filter.getByRole('link').allTextContents()).toEqual([
    'All Categories',
    'Technology',
    'Health',
    'Education',
    'Lifestyle',
    'Travel',
    'Other',
  ]);
  await filter.getByRole('link', { name: first.category }).click();
  await page.waitForURL(`**/Wishlist?category=${first.category}`);
  await eventually(() => titles(page)).toEqual([first.title]);
  const another = first.category === 'Health' ? 'Travel' : 'Health';
  await filter.getByRole('link', { name: another }).click();
  await page.getByText('Your wishlist is empty.', { exact: true }).waitFor();
  expect(await filter.getByRole('link', { name: another }).getAttribute('aria-current')).toBe(
    'true',
  );
  await filter.getByRole('link', { name: 'All Categories' }).click();
  await eventually(() => titles(page)).toEqual([first.title]);
});

test('an item is removed after confirmation, and Undo restores it', async () => {
  const member = await memberOf(site);
  const { page } = member;
  const [first, second] = await latestBlogs(site);
  await wish(member, first._id, second?._id ?? '');
  await open(page, '/Wishlist');
  await slowDownToasts(page);
  await removeFirst(page);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await eventually(() => titles(page)).toHaveLength(2);

  await removeFirst(page);
  await dialog(page).getByRole('button', { name: 'Yes, remove it!' }).click();
  await dialog(page).getByRole('heading', { name: 'Removed!' }).waitFor();
  const said = dialog(page).getByText('The item has been removed from your wishlist.');
  expect(await said.isVisible()).toBe(true);
  expect(await titles(page)).toEqual([first.title]);
  await page.keyboard.press('Enter');
  const next = items(page).getByRole('button', { name: 'Remove' });
  await eventually(() => next.evaluate((button) => button === document.activeElement)).toBe(true);

  await page.getByRole('button', { name: 'Undo' }).click();
  await eventually(() => titles(page)).toEqual([second?.title, first.title]);
});

test('an item that could not be removed stays, and the failure is reported', async () => {
  const member = await memberOf(site, {}, { allowedComplaints: failedCalls });
  const { page } = member;
  const [first] = await latestBlogs(site);
  await wish(member, first._id);
  await open(page, '/Wishlist');
  await failApi(page, '/removeWishlist');
  await removeFirst(page);
  await dialog(page).getByRole('button', { name: 'Yes, remove it!' }).click();
  await dialog(page).getByText('Failed to remove the item from your wishlist.').waitFor();
  await page.keyboard.press('Escape');
  await eventually(() => titles(page)).toEqual([first.title]);
});

test('an empty wishlist says so and leads on', async () => {
  const { page } = await memberOf(site);
  await open(page, '/Wishlist');
  expect(await page.getByText('Your wishlist is empty.', { exact: true }).isVisible()).toBe(true);
  await page.getByRole('main').getByRole('link', { name: 'All Blogs' }).click();
  await page.waitForURL('**/All-blogs');
});

test('a wishlist that could not be loaded is reported, on the page and in a dialog', {
  tags: 'slow',
}, async () => {
  const { page } = await memberOf(site, {}, { allowedComplaints: failedCalls });
  await page.clock.install();
  await open(page, '/contact');
  await failApi(page, '/getWishlist');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Wishlist' })
    .click();
  await passTimeUntilSeen(page, dialog(page).getByText('Failed to load your wishlist.'));
  await page.keyboard.press('Escape');
  await eventually(() => page.getByText('Error fetching wishlist').isVisible()).toBe(true);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await passTimeUntilSeen(page, page.getByText('Your wishlist is empty.'));
});

test('a wish for a deleted blog remains as a line that says so, and can be removed', {
  tags: 'slow',
}, async () => {
  const author = await memberOf(site, { displayName: 'Grace Hopper' });
  const title = 'Here today';
  const id = await publish(site, author.context, title);
  const reader = await memberOf(site);
  await wish(reader, id);
  await send(site, author.context, 'DELETE', `/api/blog/${id}?${new URLSearchParams({ title })}`);
  const { page } = reader;
  await open(page, '/Wishlist');
  const item = items(page).first();
  expect(await item.getByRole('heading').textContent()).toBe(title);
  expect(await item.getByText('This blog has been removed.').isVisible()).toBe(true);
  expect(await item.getByText('Uncategorized').isVisible()).toBe(true);
  expect(await item.getByRole('link').count()).toBe(0);
  await removeFirst(page);
  await dialog(page).getByRole('button', { name: 'Yes, remove it!' }).click();
  await dialog(page).getByRole('heading', { name: 'Removed!' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Your wishlist is empty.').waitFor();
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
});

/** Inserts `count` blogs, and a wish of this member for each. */
function wishForMany({ account }: Member, count: number): void {
  editDatabase(site, (database) => {
    database
      .prepare(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
        insert into blogs (id, title, title_folded, image_url, category, short_description,
          long_description, word_count, author_id, created_at, updated_at)
        select printf('00000000-0000-7000-8000-%012d', i), 'Wished ' || i, 'wished ' || i,
          '/images/categories/travel.webp', 'Travel', 'Number ' || i || ' of many.', 'Words.', 1,
          null, i, i from n`)
      .run(count);
    database
      .prepare(`insert into wishes (id, person_id, blog_id, title, created_at)
        select id, (select id from people where email = ?), id, title, created_at from blogs
        where title like 'Wished %'`)
      .run(account.email);
  });
}

test('a thousand wishes can be paged through, filtered and removed', {
  tags: 'slow',
}, async () => {
  const member = await memberOf(site);
  const { page } = member;
  wishForMany(member, 1_000);
  await open(page, '/Wishlist');
  await page.getByRole('region', { name: 'Items' }).getByText('1,000 blogs').waitFor();
  expect(await items(page).count()).toBe(100);
  const showMore = page.getByRole('button', { name: /^Show \d+ more$/ });
  for (let pressed = 0; pressed < 9; pressed += 1) await showMore.click();
  await eventually(() => items(page).count()).toBe(1_000);
  await eventually(() => showMore.count()).toBe(0);
  const last = items(page).last();
  await last.getByRole('button', { name: 'Remove' }).click();
  await dialog(page).getByRole('button', { name: 'Yes, remove it!' }).click();
  await dialog(page).getByRole('heading', { name: 'Removed!' }).waitFor();
  expect(await items(page).count()).toBe(999);
  await page.keyboard.press('Enter');
  const filter = page.getByRole('navigation', { name: 'Category' });
  await filter.getByRole('link', { name: 'Health' }).click();
  await page.getByText('Your wishlist is empty.').waitFor();
});

test('an item can be removed and restored by keyboard alone', {
  tags: 'slow',
}, async () => {
  const member = await memberOf(site);
  const { page } = member;
  const [first] = await latestBlogs(site);
  await wish(member, first._id);
  await open(page, '/Wishlist');
  await slowDownToasts(page);
  await items(page).first().getByRole('button', { name: 'Remove' }).focus();
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('heading', { name: 'Are you sure?' }).waitFor();
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('heading', { name: 'Removed!' }).waitFor();
  await page.keyboard.press('Enter');
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  await page.keyboard.press('Alt+t');
  await eventually(async () => {
    await page.keyboard.press('Tab');
    return undo.evaluate((button) => button === document.activeElement);
  }).toBe(true);
  await page.keyboard.press('Enter');
  await eventually(() => titles(page)).toEqual([first.title]);
});
