// @module-tag slow
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { logOutButton, newAccount, passwordBox, signUpInBackground } from '../../account.ts';
import { eventually, open } from '../../browser.ts';
import { siteWithProvider } from '../../openid/site-with-provider.ts';

const given = siteWithProvider('GOOGLE');
const { site } = given;

const button = (page: Page) => page.getByRole('button', { name: 'Log in with Google' });

/** Clicks the button and returns the popup that opens. */
async function openWindow(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), button(page).click()]);
  return popup;
}

/** Makes the browser refuse popups, as blockers do. */
async function blockWindows(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.open = () => null;
  });
}

test('a new person signs in with Google in a popup, and returns to the requested page', async () => {
  const { page } = await site.visit();
  await open(page, '/Account/signup?from=%2FWishlist');
  const popup = await openWindow(page);
  await popup.getByRole('link', { name: given.person.name }).click();
  await eventually(() => page.getByText(`Welcome, ${given.person.name}!`).isVisible()).toBe(true);
  await page.waitForURL('**/Wishlist');
  expect(popup.isClosed()).toBe(true);
  await page.reload();
  await eventually(() => logOutButton(page).isVisible()).toBe(true);
});

test('cancelling at Google or closing the popup leads back to the page before', async () => {
  const { page } = await site.visit();
  await open(page, '/Account/signin');
  const popup = await openWindow(page);
  const waiting = page.getByRole('button', { name: 'Waiting for Google...' });
  expect(await waiting.count()).toBe(1);
  await popup.getByRole('link', { name: 'Cancel' }).click();
  await eventually(() => button(page).count()).toBe(1);

  const second = await openWindow(page);
  await second.getByRole('link', { name: 'Cancel' }).waitFor();
  await second.close();
  await eventually(() => button(page).count()).toBe(1);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.getByRole('alert').count()).toBe(0);

  const third = await openWindow(page);
  await third.getByRole('link', { name: given.person.name }).click();
  await page.waitForURL(`${site.url}/`);
});

test('if popups are blocked, the page itself goes to Google and back', async () => {
  const { page } = await site.visit();
  await blockWindows(page);
  await open(page, '/Account/signin?from=%2FAccount');
  await button(page).click();
  await page.getByRole('link', { name: given.person.name }).click();
  await page.waitForURL(`${site.url}/Account`);
  await eventually(() => page.getByLabel('Your Name').inputValue()).toBe(given.person.name);
});

test('an address that Google has not verified is refused in a dialog', async () => {
  const { page } = await site.visit();
  await blockWindows(page);
  given.provider.add({ ...given.person, email_verified: false });
  given.provider.answerAs(given.person.sub);
  await open(page, '/Account/signin');
  await button(page).click();
  const dialog = page.getByRole('dialog', { name: 'Oops...' });
  await eventually(() => dialog.isVisible()).toBe(true);
  expect(await dialog.textContent()).toContain('Google has not verified this email address');
  expect(page.url()).toBe(`${site.url}/Account/signin`);
});

test('a Google sign-in joins an existing account of the same address after its password was entered', async () => {
  const { context } = await site.visit();
  const account = newAccount({ email: given.person.email });
  await signUpInBackground(context, site.url, account);

  const { page } = await site.visit({ allowedComplaints: /400/ });
  given.provider.answerAs(given.person.sub);
  await open(page, '/Account/signin');
  await button(page).click();
  await eventually(() => page.getByText(given.person.email).isVisible()).toBe(true);
  await passwordBox(page).fill('Somethingelse');
  await page.getByRole('button', { name: 'Join accounts' }).click();
  await eventually(() => page.getByText('Incorrect password. Try again.').isVisible()).toBe(true);
  await passwordBox(page).fill(account.password);
  await page.getByRole('button', { name: 'Join accounts' }).click();
  await page.waitForURL(`${site.url}/`);
  await logOutButton(page).click();
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await button(page).click();
  await eventually(() => page.getByText(`Welcome, ${account.displayName}!`).isVisible()).toBe(true);
});

test('a member without a password sets one on the account page', async () => {
  const { page } = await site.visit();
  given.provider.answerAs(given.person.sub);
  await open(page, '/Account/signin?from=%2FAccount');
  await button(page).click();
  await page.waitForURL('**/Account');
  await page.getByText('Verified').waitFor();
  expect(await page.getByLabel('Current password').count()).toBe(0);
  await page.getByLabel('New password').fill('Compiler1');
  await page.getByRole('button', { name: 'Set password' }).click();
  await eventually(() => page.getByLabel('Current password').count()).toBe(1);
});
