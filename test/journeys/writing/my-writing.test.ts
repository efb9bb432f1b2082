// @module-tag slow
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signUpInBackground } from '../../account.ts';
import { eventually, open, slowDownToasts } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import { boxOf, fillBlog, publishInBackground, savedOnServer, someText } from '../../writing.ts';

const site = visitedSite();

const titles = (page: Page) => page.getByRole('main').locator('li h2');

/** Saves this many drafts by API calls, as another device of this member would. */
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

test('drafts are listed under the account, opened, deleted and restored', async () => {
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
  // Leaves the page before the draft is sent.
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
  await eventually(() => boxOf(page, 'longDescription').inputValue()).toBe('Three words long.');
});

test('a draft whose text was erased disappears, unless it has earlier texts: then it keeps its title', async () => {
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  await open(page, '/Add-Blog');
  await fillBlog(page, { title: 'Bread', category: 'Lifestyle' });
  await savedOnServer(page);
  const saved = () => page.waitForResponse((reply) => reply.request().method() === 'PUT');
  let answer = saved();
  await fillBlog(page, { title: '' });
  await answer;
  await page.getByRole('link', { name: 'My writing' }).click();
  await page.getByText('No drafts').waitFor();
  await page.goBack();
  const long = `Flour first. ${'Then water, and wait. '.repeat(40)}`;
  await fillBlog(page, { title: 'Bread and salt', longDescription: long });
  await savedOnServer(page);
  answer = saved();
  await fillBlog(page, { title: '', longDescription: '' });
  await answer;
  await page.getByRole('link', { name: 'My writing' }).click();
  await eventually(() => titles(page).allTextContents()).toEqual(['Bread and salt']);
  await page.getByText('Erased; its earlier texts are kept').waitFor();
  // The erased draft isn't offered for continuing.
  await open(page, '/Add-Blog');
  await boxOf(page, 'title').waitFor();
  expect(await page.getByText('Go on with it').count()).toBe(0);
});

test('deleted blogs are listed and restored, and the list is linked only if there are any', async () => {
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  const title = 'Deleted too soon';
  const id = await publishInBackground(context, site.url, { title });
  await open(page, '/Account/writing');
  await page.getByText('No drafts').waitFor();
  const deleted = page.getByRole('link', { name: 'Deleted', exact: true });
  expect(await deleted.count()).toBe(0);
  const address = `/api/blog/${id}?title=${encodeURIComponent(title)}`;
  await context.request.delete(address, { headers: { origin: site.url } });

  await open(page, '/Account/writing');
  await deleted.click();
  await eventually(() => titles(page).allTextContents()).toEqual([title]);
  await page.getByText(/^Kept until /).waitFor();
  await page.getByRole('button', { name: `Restore “${title}”` }).click();
  await page.getByText('The blog is back.').waitFor();
  await page.getByText('Nothing deleted').waitFor();
  expect(await page.evaluate(() => document.activeElement?.closest('h1')?.textContent)).toBe(
    'My writing',
  );
  expect((await context.request.get(`/api/blog/${id}`)).status()).toBe(200);
  await page.getByRole('link', { name: 'Published', exact: true }).click();
  await eventually(() => titles(page).allTextContents()).toEqual([title]);
  expect(await deleted.count()).toBe(0);
});

test('published blogs are listed with their wishes and comments, page by page', async () => {
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

test('a text that is only on the device is pointed out, and sent when opened', async () => {
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

test('an invalid address of My writing says so', async () => {
  const { page, context } = await site.visit({ allowedComplaints: /400/ });
  await signUpInBackground(context, site.url);
  await open(page, '/Account/writing?cursor=made-up');
  await page.getByText('This address asks for something').waitFor();
  await page.getByRole('link', { name: 'Show your drafts' }).click();
  await page.getByText('No drafts').waitFor();
});

/** A time in the format of its field. */
function inField(page: Page, aheadMs: number): Promise<string> {
  return page.evaluate((ahead) => {
    const moment = new Date(Date.now() + ahead);
    const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
    return local.toISOString().slice(0, 16);
  }, aheadMs);
}

const hourMs = 60 * 60_000;

test('a draft is scheduled and rescheduled, and the schedule is cancelled', async () => {
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  await open(page, '/Add-Blog');
  const time = page.getByLabel('Date and time');
  const schedule = page.getByRole('button', { name: 'Schedule' });
  await time.fill(await inField(page, -hourMs));
  await schedule.click();
  await page.getByText('This time has passed.').waitFor();
  await time.fill(await inField(page, 2 * hourMs));
  await schedule.click();
  await page.getByRole('alert').filter({ hasText: 'Title is required.' }).waitFor();
  await fillBlog(page, { ...someText, title: 'For tomorrow' });
  await schedule.click();
  await page.waitForURL(`${site.url}/Account/writing?list=scheduled`);
  await page
    .getByText(/^Scheduled for [A-Z][a-z]+ \d{1,2}(?:, \d{4})? at \d{1,2}:\d\d [AP]M\.$/)
    .waitFor();
  await eventually(() => titles(page).allTextContents()).toEqual(['For tomorrow']);

  await page.getByRole('link', { name: 'For tomorrow' }).click();
  await page.getByText('as it stands then').waitFor();
  await time.fill(await inField(page, 48 * hourMs));
  await page.getByRole('button', { name: 'Change the time' }).click();
  await page.waitForURL(`${site.url}/Account/writing?list=scheduled`);
  await page.getByRole('button', { name: 'Don’t publish “For tomorrow”' }).click();
  await page.getByText('Nothing is scheduled').waitFor();
  await page.getByRole('link', { name: 'Drafts', exact: true }).click();
  await eventually(() => titles(page).allTextContents()).toEqual(['For tomorrow']);
});

test('a scheduled draft is published automatically', async () => {
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  const headers = { origin: site.url };
  const key = '01890000-0000-7000-8000-000000000000';
  const text = { ...someText, title: 'By itself' };
  const data = { text, baseTag: null, revision: null, device: 'd', sequence: 1 };
  const saved = await context.request.put(`/api/drafts/${key}`, { headers, data });
  const { revision }: { readonly revision: string } = await saved.json();
  // On a machine that stalls for a second the time has passed when it is received: the next one is tried.
  await eventually(async () => {
    const publishAt = new Date(Date.now() + 1_000).toISOString();
    const schedule = { headers, data: { publishAt, revision } };
    return (await context.request.put(`/api/drafts/${key}/schedule`, schedule)).status();
  }).toBe(200);
  await open(page, '/');
  await eventually(async () => {
    await page.reload();
    return page.getByRole('heading', { name: 'By itself' }).count();
  }).toBeGreaterThan(0);
  await open(page, '/Account/writing?list=scheduled');
  await page.getByText('Nothing is scheduled').waitFor();
});

test('the toast after publishing links to the blog, and stays while its link has the focus', async () => {
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  await open(page, '/Add-Blog');
  await fillBlog(page, { ...someText, title: 'Seen at once' });
  await slowDownToasts(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  // Home takes the focus as soon as it is shown.
  await page.locator('h1:focus').waitFor();
  const view = page.getByRole('button', { name: 'View post' });
  await view.focus();
  const timer = page.locator('.Toastify__progress-bar--animated');
  await eventually(() => timer.evaluate((bar) => getComputedStyle(bar).animationPlayState)).toBe(
    'paused',
  );
  await view.press('Enter');
  await page.waitForURL(/\/blog\//);
  await page.getByRole('heading', { level: 1, name: 'Seen at once' }).waitFor();
});

test('a shared link to a draft works without an account, until it is ended', async () => {
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  await open(page, '/Add-Blog');
  await fillBlog(page, { ...someText, title: 'For your eyes' });
  await page.getByRole('button', { name: 'Make a link' }).click();
  const link = await page.getByLabel('Link to this draft').inputValue();
  const reader = await site.visit({ allowedComplaints: /404/ });
  const reply = await reader.page.goto(link);
  expect(reply?.headers()['cache-control']).toBe('no-store');
  await reader.page.getByRole('heading', { level: 1, name: 'For your eyes' }).waitFor();
  await reader.page.getByText('It is not published').waitFor();
  const robots = reader.page.locator('meta[name="robots"]');
  expect(await robots.getAttribute('content')).toContain('noindex');
  expect(await reader.page.content()).not.toContain(`${new URL(link).pathname}"`);

  await page.getByRole('button', { name: 'End the link' }).click();
  await page.getByText('The link leads nowhere any more.').waitFor();
  expect((await reader.page.reload())?.status()).toBe(404);
  await reader.page.getByText('Page Not Found').waitFor();
});
