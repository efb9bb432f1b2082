// @module-tag slow
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signUpInBackground } from '../account.ts';
import { eventually, open } from '../browser.ts';
import { visitedSite } from '../visited-site.ts';
import { fillBlog, openEditor, someText, writtenBlog } from '../writing.ts';

const site = visitedSite();

/** Chromium's messages about requests without a network, or without a file. */
const lostRequests = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|404|500/;
const offlineTitle = 'You are offline';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const hasFocusedHeading = (page: Page) =>
  heading(page).evaluate((h1) => h1 === document.activeElement);
const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

/** Counts document requests from here on. */
function countDocuments(page: Page): () => number {
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  return () => documents;
}

/** Answers 404 to every script that wasn't loaded yet, as after a deployment of a new version. */
function withoutOtherScripts(context: BrowserContext): Promise<unknown> {
  return context.route('**/assets/*.{js,css}', (route) => route.fulfill({ status: 404 }));
}

test('a link followed offline leads to a screen that says so, and goes on once online', async () => {
  const { page, context } = await site.visit({ allowedComplaints: lostRequests });
  await open(page, '/');
  const documents = countDocuments(page);
  await context.setOffline(true);
  await page.getByText('You are offline. What is missing comes').waitFor();
  await link(page, 'Contact us').click();
  await page.getByRole('heading', { level: 1, name: offlineTitle }).waitFor();
  await eventually(() => hasFocusedHeading(page)).toBe(true);
  expect(await page.title()).toBe('You are offline | The Content Hub');
  expect(new URL(page.url()).pathname).toBe('/contact');
  expect(await link(page, 'Home').isVisible()).toBe(true);

  await page.getByRole('button', { name: 'Go back' }).click();
  await page.getByRole('heading', { level: 1, name: 'Welcome to the Content Hub' }).waitFor();
  await page.goForward();
  await page.getByRole('heading', { level: 1, name: offlineTitle }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: offlineTitle }).waitFor();

  await context.setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Contact us' }).waitFor();
  await eventually(() => hasFocusedHeading(page)).toBe(true);
  expect(await page.title()).toBe('Contact | The Content Hub');
  await eventually(() => page.getByText('What is missing comes').count()).toBe(0);
  expect(documents()).toBe(0);
});

test('a page without the shell that is requested offline is loaded once online', async () => {
  const { page, context } = await site.visit({ allowedComplaints: lostRequests });
  await open(page, '/');
  await context.setOffline(true);
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await page.getByRole('heading', { level: 1, name: offlineTitle }).waitFor();
  await context.setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Sign In' }).waitFor();
  await eventually(() => hasFocusedHeading(page)).toBe(true);
});

test('saving a blog offline reports the failure and loses none of its text', async () => {
  const { page, context } = await site.visit({ allowedComplaints: lostRequests });
  await openEditor(page, context, site.url);
  const text = { ...someText, title: 'Written on a train' };
  await fillBlog(page, text);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('alert').getByText('Failed to add blog', { exact: true }).waitFor();
  expect(await link(page, 'Home').isVisible()).toBe(true);
  expect(await writtenBlog(page)).toEqual(text);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(`${site.url}/`);
  await page.getByRole('main').getByRole('heading', { name: text.title }).waitFor();
});

test('posting a comment offline fails at once, and its text stays in the field', async () => {
  const { page, context } = await site.visit({ allowedComplaints: lostRequests });
  await signUpInBackground(context, site.url);
  const [blog] = (await (await context.request.get('/api/latestBlogs')).json()) as {
    _id: string;
  }[];
  await open(page, `/blog/${blog?._id}`);
  const field = page.getByLabel('Add a comment');
  await field.fill('From the tunnel.');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Post Comment' }).click();
  await page.getByRole('alert').getByText('Failed to add comment', { exact: true }).waitFor();
  await eventually(() => field.inputValue()).toBe('From the tunnel.');
});

test('a page works on after its remaining scripts are gone from the server', async () => {
  const { page, context } = await site.visit({ allowedComplaints: lostRequests });
  await openEditor(page, context, site.url);
  await withoutOtherScripts(context);
  await fillBlog(page, { ...someText, title: 'Written before the new version' });
  await page.route('**/api/addBlog', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const alert = page.getByRole('alert').filter({ hasText: /^Failed to add blog/ });
  await alert.waitFor();
  await alert.getByRole('button', { name: 'Close' }).click();
  await eventually(() => alert.count()).toBe(0);
  expect(await heading(page).textContent()).toBe('Add a New Blog');
});

test('a document whose scripts could not be loaded is hydrated once online', async () => {
  const { page, context } = await site.visit({ allowedComplaints: lostRequests });
  const documents = countDocuments(page);
  const lost = /\/(assets\/(?!browser-entry).*\.js|healthz)$/;
  await context.route(lost, (route) => route.abort());
  const asked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/healthz'));
  await page.goto('/contact');
  await page.mouse.move(90, 90, { steps: 3 });
  await asked;
  expect(await heading(page).textContent()).toBe('Contact us');
  await context.unroute(lost);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined);
  // Browsers may cache failed imports; only another document loads them again.
  expect(documents()).toBeLessThanOrEqual(2);
});

test('a save that needs several tries shows that it is still trying', async () => {
  const { page, context } = await site.visit({ allowedComplaints: /ERR_CONNECTION/ });
  await openEditor(page, context, site.url);
  await fillBlog(page, { ...someText, title: 'Sent over a bad line' });
  let isBad = true;
  await page.route('**/api/addBlog', (route) =>
    isBad ? route.abort('connectionreset') : route.continue(),
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('status').getByText('Still trying…').waitFor();
  isBad = false;
  await page.getByText('Blog added successfully!').waitFor();
  await eventually(() => page.getByText('Still trying…').count()).toBe(0);
});
