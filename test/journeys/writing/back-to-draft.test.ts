// @module-tag slow
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signUpInBackground } from '../../account.ts';
import { eventually, open } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import {
  boxOf,
  fillBlog,
  publishAndView,
  publishInBackground,
  savedOnServer,
  someText,
} from '../../writing.ts';

const site = visitedSite();

const headers = () => ({ origin: site.url });

async function startAsAuthor() {
  const { page, context } = await site.visit({ allowedComplaints: /404/ });
  await signUpInBackground(context, site.url);
  const id = await publishInBackground(context, site.url, { title: 'On bread and time' });
  const reader = await site.visit({ allowedComplaints: /404/ });
  await signUpInBackground(reader.context, site.url);
  const data = { blogId: id, comment: 'I read this twice.' };
  await reader.context.request.post('/api/addcomment', { headers: headers(), data });
  return { page, context, reader, id };
}

const statusOf = async (page: Page, path: string) =>
  (await page.context().request.get(path)).status();

test('a blog is taken back to a draft, restored by Undo, and keeps its place when published again', async () => {
  const { page, reader, id } = await startAsAuthor();
  const path = `/blog/${id}`;
  const takeBack = page.getByRole('button', { name: 'Back to draft: “On bread and time”' });
  await open(page, '/Account/writing?list=published');
  await takeBack.focus();
  await page.keyboard.press('Enter');
  await page.getByText('The blog is a draft again.').first().waitFor();
  await page.getByText('Nothing published yet').waitFor();
  expect(await statusOf(reader.page, path)).toBe(404);
  await open(reader.page, '/All-blogs?search=bread+and+time');
  expect(await reader.page.getByText('On bread and time').count()).toBe(0);

  await page.getByRole('button', { name: 'Undo' }).click();
  await takeBack.waitFor();
  expect(await statusOf(reader.page, path)).toBe(200);

  await open(page, `/update-blog/${id}`);
  await fillBlog(page, { longDescription: 'Wait, then **wait**.' });
  await savedOnServer(page);
  await page.getByRole('button', { name: 'Back to draft', exact: true }).click();
  await page.waitForURL(/\/Account\/writing/);
  await page.getByText('Was published').waitFor();
  await page.getByRole('link', { name: 'On bread and time' }).click();
  await page.getByText('This blog was published and is a draft again.').waitFor();
  await eventually(() => boxOf(page, 'longDescription').inputValue()).toBe('Wait, then **wait**.');
  await fillBlog(page, { title: 'On bread and patience' });
  await savedOnServer(page);
  expect(await statusOf(reader.page, path)).toBe(404);
  await publishAndView(page);
  await page.waitForURL(site.url + path);
  await page.getByText('I read this twice.').waitFor();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('On bread and patience');
});

test('the address of a blog that became a draft leads its author, and nobody else, to the draft', async () => {
  const { page, context, reader, id } = await startAsAuthor();
  const path = `/update-blog/${id}`;
  await open(page, path);
  await eventually(() => boxOf(page, 'title').inputValue()).toBe('On bread and time');
  await context.request.post(`/api/blog/${id}/draft`, { headers: headers() });
  for (const lead of [() => page.goto(path), () => page.reload()]) {
    await lead();
    await page.getByText('“On bread and time” is one of your drafts.').waitFor();
  }
  await page.getByRole('link', { name: 'Open the draft' }).click();
  await eventually(() => boxOf(page, 'title').inputValue()).toBe('On bread and time');
  await reader.page.goto(path);
  await reader.page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor();
  expect(await reader.page.getByText('On bread and time').count()).toBe(0);
});

test('deleting a draft deletes its blog as well, and restoring it restores both', async () => {
  const { page, context, id } = await startAsAuthor();
  const reply = await context.request.post(`/api/blog/${id}/draft`, { headers: headers() });
  expect(reply.status()).toBe(204);
  await open(page, '/Account/writing');
  await page.getByRole('button', { name: 'Delete “On bread and time”' }).click();
  await page.getByText('No drafts').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Was published').waitFor();
  await context.request.post(`/api/blog/${id}/restore`, { headers: headers() });
  expect(await statusOf(page, `/blog/${id}`)).toBe(200);
});

test('the preview of a shared link names what is missing, and requests nothing from other sites', async () => {
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await open(page, '/Add-Blog');
  await page.getByRole('button', { name: 'Show the card' }).click();
  const card = page.getByRole('region', { name: 'When it is shared' });
  await card.getByText('There is no title yet').waitFor();
  await card.getByText('There is no picture yet').waitFor();
  await fillBlog(page, someText);
  await card.getByText(someText.title, { exact: true }).waitFor();
  await card.getByText(someText.shortDescription, { exact: true }).waitFor();
  await eventually(() => card.getByRole('listitem').count()).toBe(0);
  await fillBlog(page, { title: `${'Bread '.repeat(15)}` });
  await card.getByText('Networks cut the title').waitFor();
  await savedOnServer(page);
  expect(asked.filter((url) => !url.startsWith(site.url))).toEqual([]);

  await page.getByRole('link', { name: 'My writing' }).click();
  await page.getByRole('button', { name: /^Card of “Bread/ }).click();
  await page.getByText('Networks cut the title').waitFor();
  // The preview matches the metadata of the page.
  const id = await publishInBackground(context, site.url);
  await open(page, '/Account/writing?list=published');
  await page.getByRole('button', { name: `Card of “${someText.title}”` }).click();
  const shown = await page.getByRole('main').locator('img').last().getAttribute('src');
  const html = await (await context.request.get(`/blog/${id}`)).text();
  expect(html).toContain(`<meta property="og:image" content="${site.url}${shown}">`);
  expect(html).toContain(`<meta property="og:title" content="${someText.title}">`);
});

test('a draft can be restored to its text before a large deletion, and the later text is kept', async () => {
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  await open(page, '/Add-Blog');
  const long = `Flour first. ${'Then water, and wait. '.repeat(40)}`;
  await fillBlog(page, { title: 'Bread', longDescription: long });
  await savedOnServer(page);
  await fillBlog(page, { longDescription: 'Only salt.' });
  const kept = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.ok(),
  );
  await page.keyboard.press('ControlOrMeta+s');
  await kept;
  const history = page.getByRole('region', { name: 'History' });
  await history.getByRole('button', { name: 'Show earlier texts' }).click();
  await history.getByRole('button', { name: 'Show', exact: true }).click();
  await history.getByRole('button', { name: 'Restore this text' }).click();
  await eventually(() => boxOf(page, 'longDescription').inputValue()).toBe(long);
  // The replaced text is offered in turn.
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await eventually(() => boxOf(page, 'longDescription').inputValue()).toBe('Only salt.');
});
