// @module-tag slow
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signUpInBackground } from '../../account.ts';
import { eventually, open } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import { fillBlog, openEditor, publishInBackground, someText } from '../../writing.ts';

const site = visitedSite();
/** A site on which the first blog of an account waits for a reviewer. */
const reviewedSite = visitedSite({ REVIEW_FIRST: '1' });

const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

/** The text that explains Save to a screen reader; undefined for none. */
async function explanation(page: Page): Promise<string | undefined> {
  const id = await saveButton(page).getAttribute('aria-describedby');
  if (id === null) return undefined;
  return (await page.locator(`[id="${id}"]`).textContent()) ?? '';
}

test('Save is described as publishing, until the person has published once', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  expect(await explanation(page)).toBe('Save publishes it for everyone.');
  await fillBlog(page, { ...someText, title: 'The first of one person' });
  await saveButton(page).click();
  await page.getByText('Blog added successfully!').waitFor();
  await open(page, '/Add-Blog');
  await eventually(() => explanation(page)).toBeUndefined();

  // The next person in this browser has not.
  await signUpInBackground(context, site.url);
  await open(page, '/Add-Blog');
  await eventually(() => explanation(page)).toBe('Save publishes it for everyone.');
});

test('where first blogs are reviewed, Save is described so', async () => {
  const { page, context } = await reviewedSite.visit();
  await openEditor(page, context, reviewedSite.url);
  expect(await explanation(page)).toBe(
    'Save publishes it. The first texts of a new account are read by a reviewer before others see them.',
  );
});

test('the link More names the parts that it leads to', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  const id = await publishInBackground(context, site.url);
  for (const path of ['/Add-Blog', `/update-blog/${id}`]) {
    await open(page, path);
    const parts = await page.locator('#writing-parts h2').allTextContents();
    expect(parts.length).toBeGreaterThan(3);
    const name = `More: ${parts.join(', ')}`;
    expect(await page.getByRole('link', { name, exact: true }).count()).toBe(1);
  }
});
