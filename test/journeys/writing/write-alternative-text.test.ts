// @module-tag slow
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signUpInBackground } from '../../account.ts';
import { eventually, open } from '../../browser.ts';
import { fetchOnce } from '../../running-site.ts';
import { visitedSite } from '../../visited-site.ts';
import {
  boxOf,
  fillBlog,
  formattedText,
  openEditor,
  publishAndView,
  publishInBackground,
  showFormatted,
  showMarkdown,
  someText,
} from '../../writing.ts';

const site = visitedSite();

const cover = '/images/demo/a-slow-loaf.webp';
const described = '![A crumb](/images/demo/a-slow-loaf.webp)';
const undescribed = '![](/images/demo/a-slow-loaf.webp)';

const altBox = (page: Page) => page.getByLabel('Alternative Text', { exact: true });

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? '');

test('an alternative text is asked for once there is a cover, and is the picture’s accessible name', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  expect(await altBox(page).count()).toBe(0);
  await fillBlog(page, { ...someText, imageUrl: cover });
  await altBox(page).fill('x'.repeat(301));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Alternative text can have at most 300 characters.').waitFor();
  expect(await focused(page)).toBe('imageAlt');
  await altBox(page).fill('A loaf, cut "open" & steaming');
  // Enter moves to the next field, as in other single-line fields.
  await boxOf(page, 'imageUrl').press('Enter');
  await eventually(() => focused(page)).toBe('imageAlt');
  await page.keyboard.press('Enter');
  await eventually(() => focused(page)).toBe('category');
  await publishAndView(page);
  await page.getByRole('img', { name: 'A loaf, cut "open" & steaming' }).waitFor();
  const html = await (await fetchOnce(page.url())).text();
  expect(html).toContain(
    '<meta property="og:image:alt" content="A loaf, cut &quot;open&quot; &amp; steaming">',
  );
});

test('Enter skips a hidden field', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await boxOf(page, 'imageUrl').press('Enter');
  await eventually(() => focused(page)).toBe('category');
});

test('My writing links to each missing alternative text of a blog, one after the other', async () => {
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  const lines = Array.from({ length: 80 }, (_, index) => `Line ${index}.`).join('\n\n');
  const longDescription = `${described}\n\n${lines}\n\n${undescribed}\n\nThe end.`;
  await publishInBackground(context, site.url, { imageUrl: cover, longDescription });
  await open(page, '/Account/writing?list=published');
  const mark = page.getByRole('link', { name: /without alternative text/ });
  expect(await mark.textContent()).toContain('2 pictures without alternative text');
  await mark.click();
  await eventually(() => focused(page)).toBe('imageAlt');
  await page.keyboard.type('A loaf');
  await page.getByRole('button', { name: 'Update Blog' }).click();
  await page.waitForURL(/\/blog\//);
  await page.getByRole('img', { name: 'A loaf' }).waitFor();

  await open(page, '/Account/writing?list=published');
  expect(await mark.textContent()).toContain('1 picture without alternative text');
  await mark.click();
  await eventually(() => formattedText(page).evaluate((text) => text.matches(':focus'))).toBe(true);
  // The line is far below the first screen of the page.
  const inSight = () =>
    page.evaluate(() => {
      const area = document.activeElement;
      return window.scrollY > 0 && area !== null && area.getBoundingClientRect().top < 0;
    });
  await eventually(inSight).toBe(true);
  await page.keyboard.type('The same loaf');
  await page.getByRole('button', { name: 'Update Blog' }).click();
  await page.waitForURL(/\/blog\//);
  await page.getByRole('img', { name: 'The same loaf' }).waitFor();
  await open(page, '/Account/writing?list=published');
  expect(await mark.count()).toBe(0);
});

test('My writing links to the missing alternative texts of a draft, and the draft opens there', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  const saved = async () => (await (await context.request.get('/api/drafts')).json())[0];
  const lines = Array.from({ length: 80 }, (_, index) => `Line ${index}.`).join('\n\n');
  await fillBlog(page, { title: 'Loaves', imageUrl: cover });
  await fillBlog(page, { longDescription: `${lines}\n\n${undescribed}\n\nThe end.` });
  await page.getByText('1 picture in the text has no alternative text.').waitFor();
  await boxOf(page, 'title').fill('Two loaves');
  await eventually(saved).toMatchObject({ title: 'Two loaves', undescribed: 2 });
  await open(page, '/Account/writing');
  const mark = page.getByRole('link', { name: /without alternative text/ });
  expect(await mark.textContent()).toContain('2 pictures without alternative text');
  await mark.click();
  await eventually(() => focused(page)).toBe('imageAlt');
  await page.keyboard.type('A loaf');
  await eventually(saved).toMatchObject({ undescribed: 1 });
  await open(page, '/Account/writing');
  expect(await mark.textContent()).toContain('1 picture without alternative text');
  await mark.click();
  await eventually(() => formattedText(page).evaluate((text) => text.matches(':focus'))).toBe(true);
  await page.keyboard.type('The same loaf');
  await page.getByText('no alternative text').waitFor({ state: 'detached' });
  await boxOf(page, 'title').fill('Two loaves, described');
  await eventually(saved).toMatchObject({ title: 'Two loaves, described', undescribed: 0 });
  await open(page, '/Account/writing');
  await page.getByRole('link', { name: 'Two loaves, described' }).waitFor();
  expect(await mark.count()).toBe(0);
});

test('in both editors one click leads to the first picture without alternative text', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await fillBlog(page, { longDescription: `Before.\n\n${undescribed}\n\n${undescribed}` });
  await page.getByText('2 pictures in the text have no alternative text.').waitFor();
  await page.getByRole('button', { name: 'Describe the first' }).click();
  await page.keyboard.type('One');
  await page.getByText('1 picture in the text has no alternative text.').waitFor();
  await showFormatted(page);
  await page.getByRole('button', { name: 'Describe it' }).click();
  await page.keyboard.type('Two');
  await eventually(() => page.getByText('no alternative text').count()).toBe(0);
  await showMarkdown(page);
  await eventually(() => boxOf(page, 'longDescription').inputValue()).toBe(
    `Before.\n\n${undescribed.replace('[]', '[One]')}\n\n${undescribed.replace('[]', '[Two]')}`,
  );
});
