import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fillSignIn, newAccount, signUpInBackground } from '../../account.ts';
import { eventually, open, slowDownToasts } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import { failedCalls, latestBlogs, memberOf, send } from '../../wishes-and-comments.ts';

const site = visitedSite();
const publicSite = visitedSite({ READING: 'public' });

const toggles = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Add to Wishlist' });
const pressed = (page: Page) =>
  toggles(page).evaluateAll((buttons) => buttons.map((button) => button.ariaPressed));

test('one button at the beginning and one at the end of a blog add and remove its wish', {
  tags: 'slow',
}, async () => {
  const { page, context } = await memberOf(site);
  const [{ _id }] = await latestBlogs(site);
  const wishes = async () => (await (await context.request.get('/getWishlist')).json()).length;
  const path = `/blog/${_id}`;
  await open(page, path);
  await slowDownToasts(page);
  expect(await pressed(page)).toEqual(['false', 'false']);
  await toggles(page).first().click();
  await eventually(() => pressed(page)).toEqual(['true', 'true']);
  await eventually(wishes).toBe(1);
  const link = page.getByRole('banner').getByRole('link', { name: 'Wishlist', exact: true });
  const counted = page.getByRole('banner').getByRole('link', { description: '1 blog' });
  await counted.waitFor();
  expect(await link.textContent()).toBe('Wishlist');
  const html = await (await context.request.get(path)).text();
  expect(html.split('aria-pressed="true"').length - 1).toBe(2);

  await toggles(page).last().focus();
  await page.keyboard.press('Enter');
  await page.getByText('Removed from your wishlist.').waitFor();
  await eventually(() => pressed(page)).toEqual(['false', 'false']);
  await eventually(wishes).toBe(0);
  await eventually(() => counted.count()).toBe(0);
  const removal = page.getByRole('alert').filter({ hasText: 'Removed from your wishlist.' });
  await removal.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('The blog is back in your wishlist.').waitFor();
  await eventually(() => pressed(page)).toEqual(['true', 'true']);
  await eventually(wishes).toBe(1);

  const addition = page.getByRole('alert').filter({ hasText: 'Added to your wishlist.' });
  await addition.getByRole('button', { name: 'Undo' }).click();
  await eventually(() => pressed(page)).toEqual(['false', 'false']);
  await eventually(wishes).toBe(0);
});

test('adding a wished blog from a card offers to remove it, and success and failure look different', {
  tags: 'slow',
}, async () => {
  const { page, context } = await memberOf(site, {}, { allowedComplaints: failedCalls });
  const [{ title }] = await latestBlogs(site);
  await open(page, '/');
  const card = page.getByRole('article').filter({ hasText: title });
  const add = card.getByRole('button', { name: 'Add to Wishlist' });
  const dialog = page.getByRole('dialog');
  const edge = () =>
    dialog.locator('> div').evaluate((box) => getComputedStyle(box).borderTopColor);

  await add.click();
  await dialog.getByRole('heading', { name: 'Added to Wishlist' }).waitFor();
  const goodEdge = await edge();
  expect(await dialog.getByRole('button').count()).toBe(1);
  await page.keyboard.press('Enter');
  await eventually(() => dialog.count()).toBe(0);

  await add.click();
  await dialog.getByRole('heading', { name: 'Failed to Add' }).waitFor();
  expect(await edge()).not.toBe(goodEdge);
  // Enter without reading the dialog removes nothing.
  await page.keyboard.press('Enter');
  await eventually(() => dialog.count()).toBe(0);
  expect(await (await context.request.get('/getWishlist')).json()).toHaveLength(1);

  await add.click();
  await dialog.getByRole('button', { name: 'Remove it' }).click();
  await page.getByText('Removed from your wishlist.').waitFor();
  await eventually(() => add.getAttribute('aria-pressed')).toBe('false');
  expect(await (await context.request.get('/getWishlist')).json()).toEqual([]);
});

test('a blog that was wished for in another tab counts as wished for', {
  tags: 'slow',
}, async () => {
  const { page, context } = await memberOf(site, {}, { allowedComplaints: failedCalls });
  const [, blog] = await latestBlogs(site);
  const reviewId = blog?._id ?? '';
  await open(page, `/blog/${reviewId}`);
  await send(site, context, 'POST', '/addWishlist', { reviewId });
  await toggles(page).first().click();
  await eventually(() => pressed(page)).toEqual(['true', 'true']);
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('the category of a blog links to the blogs of that category', { tags: 'slow' }, async () => {
  const { page } = await memberOf(site);
  const [{ _id, category }] = await latestBlogs(site);
  await open(page, `/blog/${_id}`);
  await page.getByRole('main').getByRole('link', { name: category, exact: true }).click();
  await page.waitForURL(`**/All-blogs?filter=${category}`);
});

test('on a public site a signed-out reader who adds a wish signs in and returns to it', {
  tags: 'slow',
}, async () => {
  const { page, context } = await publicSite.visit();
  const elsewhere = await publicSite.visit();
  const account = await signUpInBackground(elsewhere.context, publicSite.url, newAccount());
  const [{ _id }] = await latestBlogs(publicSite);
  await open(page, `/blog/${_id}`);
  await toggles(page).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Go to Sign In' }).click();
  await page.waitForURL('**/Account/signin*');
  await fillSignIn(page, account);
  await page.waitForURL(`**/blog/${_id}`);
  await eventually(() => pressed(page)).toEqual(['true', 'true']);
  expect(await (await context.request.get('/getWishlist')).json()).toHaveLength(1);
});
