// @module-tag slow
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { logOutButton } from '../../account.ts';
import { eventually, open } from '../../browser.ts';
import { siteWithProvider } from '../../openid/site-with-provider.ts';

const given = siteWithProvider('IDENTITY');
const { site } = given;

const choiceOf = (page: Page) => page.getByRole('link', { name: given.person.name, exact: true });
const header = (page: Page) => page.getByRole('banner');

/** Signs in at the provider, starting from the page `from`, and waits to be back there. */
async function signInElsewhere(page: Page, from: string): Promise<void> {
  await page.goto(`/Account/signin?${new URLSearchParams({ from })}`);
  await choiceOf(page).click();
  await page.waitForURL(site.url + from);
  await logOutButton(page).waitFor();
}

test('a signed-out reader of a locked blog signs in at the provider, returns and comments', async () => {
  const { page } = await site.visit();
  await open(page, '/');
  await page.getByRole('link', { name: 'Details' }).first().click();
  await choiceOf(page).waitFor();
  expect(new URL(page.url()).origin).toBe(given.provider.settings.issuer);
  await choiceOf(page).click();
  await eventually(() => page.getByText(`Welcome, ${given.person.name}!`).isVisible()).toBe(true);
  await page.waitForURL('**/blog/*');
  const words = `Said by ${given.person.name}.`;
  await page.getByRole('textbox', { name: /comment/i }).fill(words);
  await page.getByRole('button', { name: /comment/i }).click();
  await eventually(() => page.getByRole('listitem').filter({ hasText: words }).count()).toBe(1);
  await page.reload();
  const item = page.getByRole('listitem').filter({ hasText: words });
  await eventually(() => item.getByText(given.person.name, { exact: true }).count()).toBe(1);
});

test('logging out ends the provider’s session too, so that the next sign-in asks again', async () => {
  const { page, context } = await site.visit();
  await signInElsewhere(page, '/Wishlist');
  await page.goto('about:blank');
  await context.clearCookies({ name: 'session' });
  // The provider doesn't ask a person with a session there.
  await page.goto('/Account/signin?from=%2FWishlist');
  await page.waitForURL(`${site.url}/Wishlist`);
  await logOutButton(page).click();
  await page.getByRole('button', { name: 'Sign out here too' }).click();
  await page.waitForURL(`${site.url}/`);
  await header(page).getByRole('link', { name: 'Sign In' }).click();
  await choiceOf(page).waitFor();
});

test('Sign Up leads to the provider’s page for new accounts, and then to Home', async () => {
  const { page } = await site.visit();
  await open(page, '/');
  await header(page).getByRole('link', { name: 'Sign Up' }).click();
  await page.waitForURL(`${given.provider.settings.issuer}/**`);
  expect(await page.title()).toBe('Make an account');
  await choiceOf(page).click();
  await eventually(() => page.getByText(`Welcome, ${given.person.name}!`).isVisible()).toBe(true);
  await page.waitForURL(`${site.url}/`);
  await page.goBack();
  expect(page.url()).not.toContain('signup');
});

test('an invitation and a claim code after # go along to the provider and come back', async () => {
  const token = 'x'.repeat(43);
  const { page } = await site.visit({ allowedComplaints: /40\d/ });
  const asked = page.waitForRequest((request) => request.url().includes('/identity/start?'));
  await page.goto(`/Account/signup#invite=${token}`);
  expect(new URL((await asked).url()).searchParams.get('invite')).toBe(token);
  await choiceOf(page).waitFor();

  await page.goto(`/Manage/claim#code=${token}`);
  await choiceOf(page).click();
  await page.waitForURL(`${site.url}/Manage/claim`);
  const claimed = page.waitForRequest('**/api/manage/claim');
  await page.getByRole('button', { name: 'Become the owner' }).click();
  expect((await claimed).postDataJSON()).toEqual({ code: token });
});

test('a cancelled sign-in is reported on Sign In, and can be tried again from there', async () => {
  const { page } = await site.visit();
  await page.goto('/Account/signin?from=%2FWishlist');
  await page.getByRole('link', { name: 'Cancel' }).click();
  const alert = page.getByRole('alert');
  await eventually(() => alert.textContent()).toBe('Signing in was cancelled.');
  expect(page.url()).toBe(`${site.url}/Account/signin?from=%2FWishlist`);
  await page.getByRole('link', { name: 'Try again' }).click();
  await choiceOf(page).click();
  await page.waitForURL(`${site.url}/Wishlist`);
});

test('an address that the provider has not verified, or that another account has, is refused with a sentence', async () => {
  const { page } = await site.visit({ allowedComplaints: /409/ });
  given.provider.add({ ...given.person, email_verified: false });
  await page.goto('/Account/signin');
  await choiceOf(page).click();
  await eventually(() => page.getByRole('alert').textContent()).toContain('is not verified there');

  given.provider.add(given.person);
  await page.getByRole('link', { name: 'Try again' }).click();
  await choiceOf(page).click();
  await page.waitForURL(`${site.url}/`);
  const { page: other } = await site.visit({ allowedComplaints: /409/ });
  given.provider.add({ ...given.person, sub: `${given.person.sub}-other`, name: 'Somebody else' });
  await other.goto('/Account/signin');
  await other.getByRole('link', { name: 'Somebody else' }).click();
  await eventually(() => other.getByRole('alert').textContent()).toBe(
    'An account with this email already exists.',
  );
});

test('the account page shows only what the site stores of an account of the provider, and deletes it', async () => {
  const { page } = await site.visit();
  await signInElsewhere(page, '/Account');
  const main = page.getByRole('main');
  await eventually(() => main.getByText(given.person.email ?? '').count()).toBe(1);
  expect(await main.getByText(/are kept by localhost/).count()).toBe(1);
  for (const name of ['Profile', 'Password', 'Email address']) {
    expect(await page.getByRole('region', { name, exact: true }).count(), name).toBe(0);
  }
  expect(await main.getByText('Verified').count()).toBe(0);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('button', { name: 'Yes, delete it!' }).click();
  await page.getByRole('dialog', { name: 'Deleted!' }).getByRole('button').click();
  await page.getByRole('button', { name: 'Sign out here too' }).click();
  await page.waitForURL(`${site.url}/`);
  await eventually(() => header(page).getByRole('link', { name: 'Sign In' }).count()).toBe(1);
});

test('with a provider, Sign In and Sign Up have no form, no Google button and no password reset', async () => {
  const { page } = await site.visit({ javaScriptEnabled: false });
  for (const path of ['/Account/signin', '/Account/signup']) {
    await page.goto(path);
    await eventually(() => page.getByRole('textbox').count()).toBe(0);
    await eventually(() => page.getByText(/Google|Forgot/).count()).toBe(0);
    await eventually(() => page.getByRole('link', { name: /Continue to localhost/ }).count()).toBe(
      1,
    );
  }
  await page.goto('/Account/forgot-password');
  await eventually(() => page.getByRole('textbox').count()).toBe(0);
  await eventually(() => page.getByText('This site keeps no passwords.').count()).toBe(1);
});
