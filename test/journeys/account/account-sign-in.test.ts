import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  fillSignIn,
  logOutButton,
  newAccount,
  passwordBox,
  signIn,
  signInButton,
  signUpInBackground,
  type TestAccount,
} from '../../account.ts';
import { eventually, open } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';

const site = visitedSite();

const signUpButton = (page: Page) => page.getByRole('button', { name: 'Sign Up' });
const pathOf = (page: Page) => new URL(page.url()).pathname;
const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name'));

async function fillSignUp(page: Page, account: TestAccount): Promise<void> {
  await page.getByLabel('Your Name').fill(account.displayName);
  await page.getByLabel('Photo URL').fill(account.photoURL);
  await page.getByLabel('Email').fill(account.email);
  await passwordBox(page).fill(account.password);
}

/** Creates an account, with its browser signed out. */
async function givenAccount(): Promise<TestAccount> {
  const { context } = await site.visit();
  return signUpInBackground(context, site.url);
}

function countCalls(page: Page, path: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) count += 1;
  });
  return () => count;
}

test('a new account is welcomed, signed in and taken home; it can log out and sign in again', async () => {
  const { page, context } = await site.visit();
  const account = newAccount();
  await open(page, '/Account/signup');
  expect(await page.title()).toBe('Sign Up | The Content Hub');
  await fillSignUp(page, account);
  await passwordBox(page).press('Enter');

  const welcome = page.getByText('Welcome to The Content Hub, Ada Lovelace!');
  await eventually(() => welcome.isVisible()).toBe(true);
  await page.waitForURL(`${site.url}/`);
  const avatar = page.getByRole('button', { name: 'Your account, Ada Lovelace' });
  expect(await avatar.locator('img').getAttribute('src')).toBe(account.photoURL);
  for (const name of ['Add Blog', 'Wishlist']) {
    expect(await page.getByRole('link', { name, exact: true }).first().isVisible()).toBe(true);
  }
  expect(await page.getByRole('link', { name: 'Sign In' }).count()).toBe(0);

  await logOutButton(page).click();
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  expect(await context.cookies()).toEqual([]);
  await page.waitForURL('**/Account/signin');
  expect(await page.title()).toBe('Sign In | The Content Hub');
  await fillSignIn(page, { ...account, email: ` ${account.email.toUpperCase()}` });
  await eventually(() => page.getByText('Welcome back, Ada Lovelace!').isVisible()).toBe(true);
  await page.waitForURL(`${site.url}/`);
  await logOutButton(page).waitFor();
});

test('the app requests the session cookie with the ID token, and deletes it when logging out', {
  tags: 'slow',
}, async () => {
  const account = await givenAccount();
  const { page } = await site.visit();
  const asked = page.waitForRequest('**/jwt');
  await signIn(page, account);
  const request = await asked;
  expect(request.method()).toBe('POST');
  expect(request.postDataJSON()).toEqual({ email: account.email });
  expect(await request.headerValue('authorization')).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
  await page.waitForURL(`${site.url}/`);
  expect(await page.evaluate(() => ({ ...localStorage, ...sessionStorage }))).not.toHaveProperty(
    'idToken',
  );
  const ended = page.waitForResponse('**/logout');
  await logOutButton(page).click();
  expect((await ended).status()).toBe(204);
});

test('an incomplete sign-up form is reported in a dialog and beside its fields, and keeps its values', async () => {
  const { page } = await site.visit();
  const calls = countCalls(page, '/identity/sign-up');
  await open(page, '/Account/signup');
  await page.getByLabel('Your Name').fill('Ada');
  await signUpButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Oops...' });
  expect(await dialog.textContent()).toContain('All fields are required!');
  await dialog.getByRole('button', { name: 'OK' }).click();
  const summary = page.getByRole('region', { name: '3 fields need another look' });
  await eventually(() => summary.evaluate((box) => box === document.activeElement)).toBe(true);
  await summary.getByRole('link', { name: 'Photo URL: Please fill in this field.' }).click();
  await eventually(() => focusedName(page)).toBe('photoURL');
  await eventually(() => page.getByLabel('Your Name').inputValue()).toBe('Ada');
  for (const label of ['Photo URL', 'Email']) {
    const field = page.getByLabel(label);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    const described = (await field.getAttribute('aria-describedby')) ?? '';
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe(
      'Please fill in this field.',
    );
  }
  expect(calls()).toBe(0);
});

test.for([
  ['Abc12', 'Password must be at least 6 characters long.'],
  ['abc123', 'Password must contain at least one uppercase letter.'],
  ['ABC123', 'Password must contain at least one lowercase letter.'],
] as const)('the password %s is refused under its field: %s', async ([password, message]) => {
  const { page } = await site.visit();
  await open(page, '/Account/signup');
  await fillSignUp(page, newAccount({ password }));
  await signUpButton(page).click();
  const alert = page.getByRole('alert').filter({ hasText: message });
  await eventually(() => alert.isVisible()).toBe(true);
  expect(await page.getByRole('alert').count()).toBe(1);
  expect(await focusedName(page)).toBe('password');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('Sign Up refuses an address that is taken and a photo URL that is not allowed', {
  tags: 'slow',
}, async () => {
  const account = await givenAccount();
  const { page } = await site.visit({ allowedComplaints: /409/ });
  await open(page, '/Account/signup');
  await fillSignUp(page, { ...account, photoURL: 'javascript:alert(1)' });
  await signUpButton(page).click();
  await eventually(() => page.getByText(/^Photo URL must start with/).isVisible()).toBe(true);

  await page.getByLabel('Photo URL').fill(account.photoURL);
  await signUpButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Oops...' });
  await eventually(() => dialog.isVisible()).toBe(true);
  expect(await dialog.textContent()).toContain('An account with this email already exists.');
});

test('an unknown e-mail and a wrong password are reported differently, beside the field concerned', async () => {
  const account = await givenAccount();
  const { page } = await site.visit({ allowedComplaints: /400/ });
  await signIn(page, { email: 'nobody@example.org', password: account.password });
  const unknown = page.getByText('No account found with this email.');
  await eventually(() => unknown.isVisible()).toBe(true);
  await eventually(() => focusedName(page)).toBe('email');

  await fillSignIn(page, { ...account, password: 'Somethingelse' });
  const wrong = page.getByText('Incorrect password. Try again.');
  await eventually(() => wrong.isVisible()).toBe(true);
  expect(await unknown.count()).toBe(0);
  await eventually(() => passwordBox(page).inputValue()).toBe('Somethingelse');
  await eventually(() => page.getByLabel('Email').inputValue()).toBe(account.email);

  await fillSignIn(page, { email: 'ada@nowhere', password: '' });
  await eventually(() => page.getByText('Please enter a valid email address.').isVisible()).toBe(
    true,
  );
});

test('an unexpected error at sign-in is reported as such, and trying again works', {
  tags: 'slow',
}, async () => {
  const account = await givenAccount();
  const { page } = await site.visit({ allowedComplaints: /500/ });
  await page.route('**/jwt', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await signIn(page, account);
  const note = page.getByRole('alert').filter({ hasText: 'An unexpected error occurred.' });
  await eventually(() => note.isVisible()).toBe(true);
  await signInButton(page).click();
  await page.waitForURL(`${site.url}/`);
});

test('a double click signs in once', { tags: 'slow' }, async () => {
  const account = await givenAccount();
  const { page } = await site.visit();
  const calls = countCalls(page, '/identity/sign-in');
  await open(page, '/Account/signin');
  await page.getByLabel('Email').fill(account.email);
  await passwordBox(page).fill(account.password);
  await signInButton(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await page.waitForURL(`${site.url}/`);
  expect(calls()).toBe(1);
});

test('passwords can be shown, pasted and filled in by the browser', { tags: 'slow' }, async () => {
  const { page } = await site.visit();
  await open(page, '/Account/signup');
  const hints = await page
    .locator('form input:not([aria-hidden] *)')
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')));
  expect(hints).toEqual(['name', 'photo', 'email', 'new-password']);
  await page.getByRole('link', { name: 'Sign In' }).click();
  await page.waitForURL('**/Account/signin');
  await eventually(() => passwordBox(page).getAttribute('autocomplete')).toBe('current-password');
  await passwordBox(page).fill('Secret');
  await eventually(() => passwordBox(page).getAttribute('type')).toBe('password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await eventually(() => passwordBox(page).getAttribute('type')).toBe('text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await eventually(() => passwordBox(page).getAttribute('type')).toBe('password');
});

test('signing in and out takes effect in other tabs', { tags: 'slow' }, async () => {
  const account = await givenAccount();
  const { page, context } = await site.visit();
  const other = await context.newPage();
  await open(other, '/');
  await signIn(page, account);
  await eventually(() => logOutButton(other).isVisible()).toBe(true);
  await page.waitForURL(`${site.url}/`);
  await open(other, '/Account');
  await logOutButton(page).click();
  await other.waitForURL('**/Account/signin');
});

test('on a small window the menu lists every page, with and without an account, and logs out', {
  tags: 'slow',
}, async () => {
  const { page, context } = await site.visit({ width: 390 });
  const menu = page.getByRole('navigation', { name: 'Menu' });
  const openMenu = () => page.getByRole('button', { name: 'Menu', exact: true }).click();
  await signUpInBackground(context, site.url);
  await open(page, '/All-blogs');
  await openMenu();
  expect(await menu.getByRole('link').count()).toBe(6);
  await menu.getByRole('button', { name: 'Log Out' }).click();
  await eventually(() => menu.getByRole('link', { name: 'Sign In' }).count()).toBe(1);
  expect(pathOf(page)).toBe('/All-blogs');
  expect(await menu.getByRole('link', { name: 'Wishlist' }).count()).toBe(1);
});

test('a profile photo that fails to load is replaced by the generic one', {
  tags: 'slow',
}, async () => {
  const { page, context } = await site.visit({ allowedComplaints: /404/ });
  await signUpInBackground(context, site.url, newAccount({ photoURL: '/images/not-there.webp' }));
  await open(page, '/contact');
  const face = page.getByRole('button', { name: /^Your account/ }).locator('img');
  await eventually(() => face.getAttribute('src')).toBe('/images/avatar.svg');
});

test('without JavaScript the account forms say that they need it, and send nothing', async () => {
  const { page } = await site.visit({ javaScriptEnabled: false });
  await page.goto('/Account/signin');
  const note = page.locator('form noscript p');
  expect(await note.isVisible()).toBe(true);
  expect(await note.textContent()).toContain('JavaScript is needed to sign in.');
  await page.getByLabel('Email').fill('ada@example.org');
  await passwordBox(page).fill('Analytical');
  await passwordBox(page).press('Enter');
  expect(page.url()).toBe(`${site.url}/Account/signin`);
});

test('on a site without Google sign-in the Google button says so in one sentence', async () => {
  const { page, context } = await site.visit();
  const button = page.getByRole('button', { name: 'Log in with Google' });
  await open(page, '/Account/signin');
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Oops...' });
  const said = 'Google sign-in is not available on this site: please use your email and password.';
  await dialog.getByText(said, { exact: true }).waitFor();
  expect(context.pages()).toHaveLength(1);
});
