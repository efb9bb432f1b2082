// @module-tag slow
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fillSignIn, newAccount, signUpInBackground } from '../../account.ts';
import { eventually, failApi, open } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import {
  endAllSessions,
  failedCalls,
  latestBlogs,
  type Member,
  memberOf,
  send,
} from '../../wishes-and-comments.ts';

const site = visitedSite();

const buttons = (page: Page) => page.getByRole('button', { name: 'Add to Wishlist' });
/** The buttons of blogs that are on the wishlist. */
const saved = (page: Page) => page.getByRole('button', { name: 'Add to Wishlist', pressed: true });
const dialog = (page: Page) => page.getByRole('dialog');

/** The titles on a member's wishlist, from the server. */
async function wishesOf({ context }: Pick<Member, 'context'>): Promise<string[]> {
  const reply = await context.request.get('/getWishlist');
  return ((await reply.json()) as { title: string }[]).map(({ title }) => title);
}

async function expectDialog(page: Page, title: string, text: string): Promise<void> {
  await dialog(page).getByRole('heading', { name: title, exact: true }).waitFor();
  expect(await dialog(page).getByText(text, { exact: true }).isVisible()).toBe(true);
}

test('a signed-out visitor is asked to sign in for a wish, and may decline', async () => {
  const { page } = await site.visit();
  await open(page, '/');
  await buttons(page).first().click();
  await expectDialog(page, 'Not Logged In', 'Please sign in to add items to your wishlist.');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  expect(new URL(page.url()).pathname).toBe('/');
  await eventually(() =>
    buttons(page)
      .first()
      .evaluate((button) => button === document.activeElement),
  ).toBe(true);

  await open(page, '/All-blogs');
  await buttons(page).first().click();
  await dialog(page).getByRole('button', { name: 'Go to Sign In' }).click();
  await page.waitForURL('**/Account/signin*');
});

test('while one wish is saved all buttons are disabled and say so; then the blog is marked, also in the server’s HTML', async () => {
  const member = await memberOf(site);
  const { page } = member;
  const [{ title }] = await latestBlogs(site);
  await open(page, '/');
  const count = await buttons(page).count();
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/addWishlist', async (route) => {
    await held;
    await route.continue();
  });
  await buttons(page).first().click();
  const adding = page.getByRole('button', { name: 'Adding...' });
  await eventually(() => adding.count()).toBe(count);
  for (const button of await adding.all()) expect(await button.isDisabled()).toBe(true);
  letGo();
  await expectDialog(
    page,
    'Added to Wishlist',
    'The blog has been added to your wishlist successfully!',
  );
  expect(await wishesOf(member)).toEqual([title]);
  await page.keyboard.press('Enter');
  const first = buttons(page).first();
  await eventually(() => first.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await saved(page).count()).toBe(1);
  expect(await first.getAttribute('aria-pressed')).toBe('true');
  // The button keeps its name and text as specified; only its appearance says that it is saved.
  expect(await first.textContent()).toBe('Add to Wishlist');
  const seen = await first.evaluate((button) => getComputedStyle(button, '::after').content);
  expect(seen).toContain('Saved');
  const html = await (await member.context.request.get('/')).text();
  expect(html.split('aria-pressed="true"').length - 1).toBe(1);
});

test('twenty clicks make one wish and one call', async () => {
  const member = await memberOf(site);
  const { page } = member;
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/addWishlist')) calls += 1;
  });
  await open(page, '/All-blogs');
  await buttons(page)
    .nth(2)
    .evaluate((button: HTMLButtonElement) => {
      for (let click = 0; click < 20; click += 1) button.click();
    });
  await expectDialog(page, 'Success', 'Added to wishlist successfully!');
  expect(calls).toBe(1);
  expect(await wishesOf(member)).toHaveLength(1);
});

test('adding a blog again shows the server’s message, in each screen’s wording', async () => {
  const { page, context } = await memberOf(site, {}, { allowedComplaints: failedCalls });
  const [{ _id }] = await latestBlogs(site);
  await send(site, context, 'POST', '/addWishlist', { reviewId: _id });
  const message = 'This blog is already in your wishlist.';
  await open(page, '/');
  await buttons(page).first().click();
  await expectDialog(page, 'Failed to Add', message);
  await page.keyboard.press('Escape');
  await open(page, '/All-blogs');
  await buttons(page).first().click();
  await expectDialog(page, 'Check Wishlist', message);
});

test.for([
  ['/', 'Failed to Add', 'Something went wrong.'],
  ['/All-blogs', 'Check Wishlist', 'Failed to add to wishlist. Please try again later.'],
] as const)(
  'on %s a call that fails without a reason is reported, and the buttons work again',
  async ([path, title, text]) => {
    const { page } = await memberOf(site, {}, { allowedComplaints: failedCalls });
    await failApi(page, '/addWishlist');
    await open(page, path);
    await buttons(page).first().click();
    await expectDialog(page, title, text);
    await page.keyboard.press('Escape');
    await eventually(() => buttons(page).first().isEnabled()).toBe(true);
    expect(await saved(page).count()).toBe(0);
  },
);

test('a 401 from a proxy is reported with its own message, beside Sign In', async () => {
  const { page } = await memberOf(site, {}, { allowedComplaints: failedCalls });
  const body = JSON.stringify({ message: 'The proxy knows nobody today.' });
  await page.route('**/addWishlist', (route) => route.fulfill({ status: 401, body }));
  await open(page, '/');
  await buttons(page).first().click();
  await expectDialog(page, 'Failed to Add', 'The proxy knows nobody today.');
  await page.waitForURL('**/Account/signin*');
});

test('a wish that was interrupted by Sign In is added once after it', async () => {
  const { page, context } = await site.visit();
  const elsewhere = await site.visit();
  const account = await signUpInBackground(elsewhere.context, site.url, newAccount());
  await open(page, '/All-blogs?filter=Travel');
  const card = page.getByRole('article').first();
  const title = await card.getByRole('heading').textContent();
  await card.getByRole('button', { name: 'Add to Wishlist' }).click();
  await dialog(page).getByRole('button', { name: 'Go to Sign In' }).click();
  await page.waitForURL('**/Account/signin*');
  await fillSignIn(page, account);
  await page.waitForURL('**/All-blogs?filter=Travel');
  await expectDialog(page, 'Success', 'Added to wishlist successfully!');
  expect(await wishesOf({ context })).toEqual([title]);

  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/addWishlist')) calls += 1;
  });
  await open(page, '/All-blogs?filter=Travel');
  await saved(page).waitFor();
  expect(calls).toBe(0);
  expect(await dialog(page).count()).toBe(0);
});

test('a wish that was interrupted by the end of the session is added once after Sign In', async () => {
  const member = await memberOf(site, {}, { allowedComplaints: failedCalls });
  const { page, account } = member;
  await open(page, '/');
  endAllSessions(site);
  await buttons(page).nth(1).click();
  await page.waitForURL('**/Account/signin*');
  await expectDialog(page, 'Failed to Add', 'Please sign in first.');
  await page.keyboard.press('Escape');
  await fillSignIn(page, account);
  await expectDialog(
    page,
    'Added to Wishlist',
    'The blog has been added to your wishlist successfully!',
  );
  expect(new URL(page.url()).pathname).toBe('/');
  expect(await wishesOf(member)).toHaveLength(1);
});
