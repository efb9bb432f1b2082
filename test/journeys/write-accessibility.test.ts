import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signUpInBackground } from '../account.ts';
import { open } from '../browser.ts';
import { visitedSite } from '../visited-site.ts';
import {
  boxOf,
  fillBlog,
  openEditor,
  publishInBackground,
  savedOnServer,
  someText,
  updateInBackground,
} from '../writing.ts';

const site = visitedSite();
const longDescription = '# Bread\n\n> Wait.\n\n```\nbake\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |';

async function expectUsable(page: Page, screen: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const isTooWide = await page.evaluate(
    () => document.documentElement.scrollWidth > window.innerWidth,
  );
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  expect({ screen, found, isTooWide }).toEqual({ screen, found: [], isTooWide: false });
}

test.for([
  { theme: 'light', width: 1366 },
  { theme: 'dark', width: 1366 },
  { theme: 'light', width: 390 },
  { theme: 'dark', width: 390 },
] as const)(
  'the screens of a writer can be used by everybody, $theme and $width pixels wide',
  async (look) => {
    const { page, context } = await site.visit({ ...look, allowedComplaints: /412/ });
    await openEditor(page, context, site.url);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Title is required.').waitFor();
    await expectUsable(page, 'errors');
    await fillBlog(page, { ...someText, longDescription });
    await savedOnServer(page);
    await expectUsable(page, 'a text with its preview');
    await page.reload();
    await page.getByRole('button', { name: 'Restore', exact: true }).waitFor();
    await expectUsable(page, 'an offer');
    const id = await publishInBackground(context, site.url, { title: `In ${look.theme}` });
    await open(page, `/update-blog/${id}`);
    await updateInBackground(context, site.url, id, { longDescription });
    await page.getByRole('button', { name: 'Show earlier texts' }).click();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('button', { name: 'Restore this text' }).waitFor();
    await expectUsable(page, 'the history');
    await fillBlog(page, { longDescription: 'Mine.' });
    await page.getByRole('button', { name: 'Update Blog' }).click();
    await page.getByRole('heading', { name: 'This blog was saved elsewhere' }).waitFor();
    await expectUsable(page, 'two texts');
  },
);

test('a blog is written and published by the keyboard alone', async () => {
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  await open(page, '/Add-Blog');
  const { keyboard } = page;
  await boxOf(page, 'title').focus();
  await keyboard.type('Without a mouse');
  await keyboard.press('Tab');
  await keyboard.type('/images/categories/other.webp');
  await keyboard.press('Tab');
  await keyboard.type('Other');
  await keyboard.press('Tab');
  await keyboard.type('Keys only.');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await keyboard.type('bold');
  expect(await boxOf(page, 'longDescription').inputValue()).toBe('**bold**');
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await page.getByText('Blog added successfully!').waitFor();
});
