// @module-tag slow
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signUpInBackground } from '../account.ts';
import { eventually, open } from '../browser.ts';
import { visitedSite } from '../visited-site.ts';
import { fillBlog, openEditor, publishInBackground, savedOnServer, someText } from '../writing.ts';

const site = visitedSite();

const isFocused = (control: Locator) => control.evaluate((it) => it === document.activeElement);

async function press(page: Page, control: Locator): Promise<void> {
  await control.focus();
  await page.keyboard.press('Enter');
}

test.for([
  { where: 'in the header', width: 1366, next: 'Sign Up' },
  { where: 'in the menu', width: 390, next: 'Sign In' },
])(
  'logging out $where moves the focus to the link that replaces the button',
  async ({ width, next }) => {
    const { page, context } = await site.visit({ width });
    await signUpInBackground(context, site.url);
    await open(page, '/');
    if (width < 1024) await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await press(page, page.getByRole('button', { name: 'Log Out' }));
    await eventually(() => isFocused(page.getByRole('link', { name: next }))).toBe(true);
  },
);

test('the history opens below its button, and the button closes it again', async () => {
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  await open(page, `/update-blog/${await publishInBackground(context, site.url)}`);
  const history = page.getByRole('region', { name: 'History' });
  await press(page, history.getByRole('button', { name: 'Show earlier texts' }));
  await history.getByText('There are no earlier texts').waitFor();
  const button = history.getByRole('button', { name: 'Hide earlier texts' });
  expect(await isFocused(button)).toBe(true);
  await page.keyboard.press('Enter');
  await eventually(() => history.getByText('There are no earlier texts').count()).toBe(0);
});

test('after ending the link to a draft the focus is on the button that makes another', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await fillBlog(page, someText);
  await savedOnServer(page);
  await page.getByRole('button', { name: 'Make a link' }).click();
  await press(page, page.getByRole('button', { name: 'End the link' }));
  await eventually(() => isFocused(page.getByRole('button', { name: 'Make a link' }))).toBe(true);
});
