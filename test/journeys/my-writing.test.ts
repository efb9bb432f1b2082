import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signUpInBackground } from '../account.ts';
import { eventually, open } from '../browser.ts';
import { visitedSite } from '../visited-site.ts';
import { boxOf, fillBlog, publishInBackground, savedOnServer, someText } from '../writing.ts';

const site = visitedSite();

const titles = (page: Page) => page.getByRole('main').locator('li h2');

/** Leaves this many drafts, by calls, as another device of this browser's person would. */
async function leaveDrafts(context: BrowserContext, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const key = `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`;
    const text = { ...someText, title: `Draft ${index}` };
    const data = { text, baseTag: null, revision: null, device: 'd', sequence: 1, wordCount: 4 };
    const headers = { origin: site.url };
    const reply = await context.request.put(`/api/drafts/${key}`, { headers, data });
    expect(reply.status()).toBe(200);
  }
}

test('drafts are found from the account, opened, deleted and had back', async () => {
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  await open(page, '/Account');
  await page.getByRole('link', { name: 'My writing' }).click();
  await page.getByText('No drafts').waitFor();
  await page.getByRole('link', { name: 'New draft' }).click();
  await page.waitForURL(/\/Add-Blog/);
  await fillBlog(page, { title: 'One of two', longDescription: 'Three words long.' });
  await savedOnServer(page);
  await page.getByRole('link', { name: 'My writing' }).click();
  await page.getByText('3 words').waitFor();
  await page.getByRole('link', { name: 'New draft' }).click();
  await eventually(() => boxOf(page, 'title').inputValue()).toBe('');
  await fillBlog(page, { title: 'Two of two' });
  // Left before it was sent.
  await page.getByRole('link', { name: 'My writing' }).click();
  await eventually(() => titles(page).allTextContents()).toEqual(['Two of two', 'One of two']);

  await page.getByRole('button', { name: 'Delete “One of two”' }).click();
  await eventually(() => titles(page).allTextContents()).toEqual(['Two of two']);
  const undo = page.getByRole('button', { name: 'Undo' });
  await eventually(() => undo.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await eventually(() => titles(page).allTextContents()).toEqual(['One of two', 'Two of two']);
  await page.getByRole('link', { name: 'One of two' }).click();
  await eventually(() => boxOf(page, 'title').inputValue()).toBe('One of two');
  expect(await boxOf(page, 'longDescription').inputValue()).toBe('Three words long.');
});

test('what is published is listed with what it met with, and the rest page by page', async () => {
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  const id = await publishInBackground(context, site.url);
  const reader = await site.visit();
  await signUpInBackground(reader.context, site.url);
  const headers = { origin: site.url };
  await reader.context.request.post('/addWishlist', { headers, data: { reviewId: id } });
  const comment = { headers, data: { blogId: id, comment: 'I read this twice.' } };
  await reader.context.request.post('/api/addcomment', comment);
  await leaveDrafts(context, 30);

  await open(page, '/Account/writing');
  expect(await titles(page).first().textContent()).toBe('Draft 29');
  await page.getByRole('link', { name: 'More' }).click();
  await eventually(() => titles(page).last().textContent()).toBe('Draft 0');
  expect(await titles(page).count()).toBe(6);
  await page.getByRole('link', { name: 'Published' }).click();
  await page.getByText('1 wish', { exact: true }).waitFor();
  await page.getByText('1 comment', { exact: true }).waitFor();
  await page.getByRole('link', { name: `Edit “${someText.title}”` }).click();
  await page.waitForURL(`${site.url}/update-blog/${id}`);
});

test('a text that only the device has is told of, and opened it is sent', async () => {
  const { page, context } = await site.visit({ allowedComplaints: /ERR_FAILED/ });
  await signUpInBackground(context, site.url);
  await open(page, '/Add-Blog');
  await page.route('**/api/drafts/**', (route) => route.abort());
  await fillBlog(page, { title: 'Underground' });
  await page.getByRole('link', { name: 'My writing' }).click();
  await page.getByText('is not on the site yet').waitFor();
  await page.unroute('**/api/drafts/**');
  await page.getByRole('link', { name: 'Open it' }).click();
  await eventually(() => boxOf(page, 'title').inputValue()).toBe('Underground');
  await savedOnServer(page);
});

test('an address that asks for what is not there says so', async () => {
  const { page, context } = await site.visit({ allowedComplaints: /400/ });
  await signUpInBackground(context, site.url);
  await open(page, '/Account/writing?cursor=made-up');
  await page.getByText('This address asks for something').waitFor();
  await page.getByRole('link', { name: 'Show your drafts' }).click();
  await page.getByText('No drafts').waitFor();
});
