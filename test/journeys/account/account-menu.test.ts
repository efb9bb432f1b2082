import { expect, test } from 'vitest';
import { signUpInBackground } from '../../account.ts';
import { eventually, open } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';

const site = visitedSite();

test('the account menu opens from the photo with mouse or keyboard, and Escape closes it', async () => {
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  await open(page, '/');
  const photo = page.getByRole('button', { name: /^Your account/ });
  const menu = page.getByRole('navigation', { name: 'Your account' });
  await photo.focus();
  await page.keyboard.press('Enter');
  expect(await menu.getByRole('link').allInnerTexts()).toEqual([
    'My writing',
    'Following',
    'Reading history',
    'Account',
  ]);
  await page.keyboard.press('Escape');
  expect(await menu.isVisible()).toBe(false);
  expect(await photo.evaluate((button) => button === document.activeElement)).toBe(true);

  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${site.url}/Account/writing`);
  await eventually(() => menu.isVisible()).toBe(false);
});
