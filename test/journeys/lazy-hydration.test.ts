import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newAccount, signIn, signUpInBackground } from '../account.ts';
import { eventually } from '../browser.ts';
import { hydrated } from '../hydrated.ts';
import { visitedSite } from '../visited-site.ts';
import { latestBlogs, memberOf, publish } from '../wishes-and-comments.ts';

const site = visitedSite();

const isHydrated = (page: Page) =>
  page.evaluate(() => document.documentElement.dataset.hydrated !== undefined);

const text = '## One\n\n```js\nlet copied = 1;\n```\n\n## Two\n\nThe end.';

test('the enhancements of an article work before and after hydration', {
  tags: 'slow',
}, async () => {
  const author = await memberOf(site);
  const id = await publish(site, author.context, 'Read, not used', text);
  const { page, context } = await memberOf(site);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/blog/${id}`);
  const copy = page.locator('.copy-code');
  const press = async () => {
    await copy.press('Enter');
    await eventually(() => copy.textContent()).toBe('Copied');
    await eventually(() => copy.textContent()).toBe('Copy');
  };
  await press();
  expect(await isHydrated(page)).toBe(false);
  await hydrated(page);
  expect(await copy.count()).toBe(1);
  await press();
});

test('signing in in one tab shows on a page that is open in another, unhydrated', {
  tags: 'slow',
}, async () => {
  const { page, context } = await site.visit();
  const account = newAccount();
  await signUpInBackground((await site.visit()).context, site.url, account);
  await page.goto('/All-blogs');
  const other = await context.newPage();
  await signIn(other, account);
  await page.getByRole('button', { name: /^Your account/ }).waitFor();
});

test('an unsent comment is restored on reload before any interaction', {
  tags: 'slow',
}, async () => {
  const { page } = await memberOf(site);
  const [{ _id }] = await latestBlogs(site);
  await page.goto(`/blog/${_id}`);
  await page.getByLabel('Add a comment').pressSequentially('Not sent');
  await hydrated(page);
  await page.reload();
  await eventually(() => page.getByLabel('Add a comment').inputValue()).toBe('Not sent');
});

test('a click without a preceding pointer event, as from a screen reader, is handled', async () => {
  const { page } = await site.visit();
  await page.goto('/All-blogs');
  const wish = page.getByRole('button', { name: 'Add to Wishlist' }).first();
  await wish.evaluate((button: HTMLElement) => button.click());
  await page.getByRole('dialog').getByText('Not Logged In').waitFor();
});

test('a page restored by the back button shows who is signed in by then', async () => {
  const { page, context } = await site.visit();
  await page.goto('/All-blogs');
  await signUpInBackground(context, site.url);
  await page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  );
  await page.getByRole('button', { name: /^Your account/ }).waitFor();
});
