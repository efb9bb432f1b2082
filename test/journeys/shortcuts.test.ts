// @module-tag slow
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signUpInBackground } from '../account.ts';
import { eventually, focusedText, open } from '../browser.ts';
import { visitedSite } from '../visited-site.ts';
import { latestBlogs } from '../wishes-and-comments.ts';

const site = visitedSite();

/** Opens a page and waits until it listens to keys, which is after it has set its theme colour. */
async function openForKeys(page: Page, path: string): Promise<void> {
  await open(page, path);
  await page
    .locator('meta[name=theme-color][content^=oklch]')
    .first()
    .waitFor({ state: 'attached' });
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Search by title' });
const hasFocus = (page: Page) =>
  searchField(page).evaluate((field) => field === document.activeElement);
const titles = (page: Page) =>
  page.getByRole('main').locator('article :is(h2, h3)').allTextContents();

test('the key / leads to the search from any page, and is a character in a text field', async () => {
  const { page } = await site.visit();
  await openForKeys(page, '/');
  await page.keyboard.press('/');
  await page.waitForURL('**/All-blogs');
  await eventually(() => hasFocus(page)).toBe(true);
  await page.keyboard.type('a/j?');
  await eventually(() => searchField(page).inputValue()).toBe('a/j?');
  expect(await dialog(page).isVisible()).toBe(false);

  await openForKeys(page, '/All-blogs');
  await page.keyboard.press('/');
  await eventually(() => hasFocus(page)).toBe(true);
});

test('the key s adds the open blog, or the focused one of a list, to the wishlist', async () => {
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  const [first] = await latestBlogs(site);
  await openForKeys(page, `/blog/${first?._id}`);
  await page.keyboard.press('s');
  await page.getByText('Added to your wishlist.').waitFor();
  const toggle = page.locator('[data-save]').first();
  await eventually(() => toggle.getAttribute('aria-pressed')).toBe('true');

  await openForKeys(page, '/All-blogs');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('s');
  await page.getByRole('dialog').getByText('Added to wishlist successfully!').waitFor();
});

test('the keys j and k move between blogs, and Enter opens the focused one', async () => {
  const { page } = await site.visit();
  await openForKeys(page, '/All-blogs');
  const [first, second, third] = await titles(page);
  for (const [key, title] of [
    ['j', first],
    ['j', second],
    ['j', third],
    ['k', second],
    ['k', first],
    ['k', first],
  ] as const) {
    await page.keyboard.press(key);
    await eventually(() => focusedText(page)).toBe(title);
  }
  await page.keyboard.press('Control+j');
  await eventually(() => focusedText(page)).toBe(first);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/Account/signin');
});

test('the key j starts at the first visible item, and moves through the rows of a table', async () => {
  const { page } = await site.visit();
  await openForKeys(page, '/Featured-Blogs');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  const second = page.getByRole('main').getByRole('row').nth(2).getByRole('link');
  expect(await focusedText(page)).toBe(await second.textContent());

  await openForKeys(page, '/');
  const last = page.getByRole('main').getByRole('heading', { level: 3 }).last();
  await last.evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
  await page.keyboard.press('j');
  const focused = await page.evaluate(() => document.activeElement?.getBoundingClientRect().top);
  expect(focused).toBeGreaterThanOrEqual(0);
  expect(await focusedText(page)).not.toBe((await titles(page))[0]);
});

test('the key ? shows the shortcuts; Escape closes them and restores the focus', async () => {
  const { page } = await site.visit();
  await openForKeys(page, '/contact');
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' });
  await link.focus();
  await page.keyboard.press('?');
  await dialog(page).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'hidden' });
  await eventually(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('single-key shortcuts can be switched off and on, and the choice is stored', async () => {
  const { page } = await site.visit();
  await openForKeys(page, '/All-blogs');
  const opener = page.getByRole('button', { name: 'Keyboard shortcuts' });
  const choice = page.getByRole('checkbox', { name: 'Use single-key shortcuts' });
  await opener.click();
  await eventually(() => choice.isChecked()).toBe(true);
  await choice.uncheck();
  await page.keyboard.press('Escape');

  await openForKeys(page, '/All-blogs');
  for (const key of ['/', 'j', '?']) await page.keyboard.press(key);
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  expect(await dialog(page).isVisible()).toBe(false);

  await opener.click();
  await eventually(() => choice.isChecked()).toBe(false);
  await choice.check();
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('/');
  await eventually(() => hasFocus(page)).toBe(true);
});
