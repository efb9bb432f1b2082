// @module-tag slow
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { codeOf, stepOf } from '../../../src/features/account/server/factors/time-codes.ts';
import { logOutButton, signIn, signUpInBackground, type TestAccount } from '../../account.ts';
import { eventually, open } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';

const site = visitedSite();

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Adds a virtual authenticator that stores passkeys and approves every request. */
async function withDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function visitSignedIn() {
  const { page, context } = await site.visit({ allowedComplaints: /400/ });
  await withDevice(page);
  const account = await signUpInBackground(context, site.url);
  await open(page, '/Account');
  return { page, account };
}

async function logOut(page: Page): Promise<void> {
  await logOutButton(page).click();
  await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).waitFor();
}

/** Types the password into the open dialog and submits it. */
async function confirm(page: Page, { password }: TestAccount, label: string): Promise<void> {
  await dialog(page).getByLabel('Your password').fill(password);
  await dialog(page).getByRole('button', { name: label }).click();
}

/** Reads the displayed recovery codes and closes the dialog. */
async function keepRecoveryCodes(page: Page): Promise<readonly string[]> {
  await page.getByRole('dialog', { name: 'Your recovery codes' }).waitFor();
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).allInnerTexts();
  await button(page, 'I have kept them').click();
  return codes.join('\n').split('\n');
}

async function addPasskey(page: Page, account: TestAccount, name: string) {
  await button(page, 'Add a passkey').click();
  await dialog(page).getByLabel('Name').fill(name);
  await confirm(page, account, 'Add');
  return keepRecoveryCodes(page);
}

test('a passkey is added, signs in alone, is the second factor after the password, and is removed', async () => {
  const { page, account } = await visitSignedIn();
  await addPasskey(page, account, 'Laptop');
  const passkeys = part(page, 'Passkeys');
  await passkeys.getByRole('listitem').filter({ hasText: 'Laptop' }).waitFor();

  await logOut(page);
  await open(page, '/Account/signin');
  await button(page, 'Sign in with a passkey').click();
  await page.waitForURL(`${site.url}/`);
  await logOut(page);

  await signIn(page, account);
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
  await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  await button(page, 'Use a passkey').click();
  await page.waitForURL(`${site.url}/`);

  await open(page, '/Account');
  await passkeys.getByRole('button', { name: 'Rename Laptop' }).click();
  await dialog(page).getByLabel('Name').fill('Old laptop');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await passkeys.getByRole('button', { name: 'Remove Old laptop' }).click();
  await confirm(page, { ...account, password: 'Somethingelse' }, 'Remove');
  await dialog(page).getByText('Incorrect password. Try again.').waitFor();
  await confirm(page, account, 'Remove');
  await eventually(() => passkeys.getByRole('listitem').count()).toBe(0);
  expect(await part(page, 'Recovery codes').count()).toBe(0);

  await logOut(page);
  await open(page, '/Account/signin');
  await button(page, 'Sign in with a passkey').click();
  await page.getByText('No account has this passkey. It may have been removed.').waitFor();
  await signIn(page, account);
  await page.waitForURL(`${site.url}/`);
});

test('authenticator codes are turned on with their key, asked for at sign-in, and replaced once by a recovery code', async () => {
  const { page, account } = await visitSignedIn();
  const app = part(page, 'Authenticator app');
  await button(page, 'Set up an app').click();
  await confirm(page, account, 'Continue');
  const picture = app.getByRole('img');
  await picture.waitFor();
  const cells = await picture.locator('path').getAttribute('d');
  expect(cells?.length).toBeGreaterThan(1_000);
  // Cameras need dark modules on a light background, in the dark theme too.
  expect(await picture.locator('rect').getAttribute('fill')).toBe('#fff');
  const secret = (await app.locator('.select-all').innerText()).replaceAll(' ', '');
  const codeAt = (away: number) => codeOf(secret, stepOf(Date.now()) + away);
  await app.getByLabel('Code').fill('12 34');
  await button(page, 'Turn codes on').click();
  await app.getByText('Enter the six digits.').waitFor();
  await app.getByLabel('Code').fill(codeAt(0));
  await button(page, 'Turn codes on').click();
  const recoveryCodes = await keepRecoveryCodes(page);
  expect(recoveryCodes).toHaveLength(10);
  await app.getByText(/^On since/).waitFor();

  await logOut(page);
  await signIn(page, account);
  const code = page.getByLabel('Code', { exact: true });
  await code.fill('000000');
  await button(page, 'Continue').click();
  await page.getByText('Incorrect code. Try the one that your app shows now.').waitFor();
  // The next code, since the current one was just used: this avoids waiting for 30 s.
  await code.fill(codeAt(1));
  await button(page, 'Continue').click();
  await page.waitForURL(`${site.url}/`);

  for (const isFirst of [true, false]) {
    await logOut(page);
    await signIn(page, account);
    await button(page, 'Enter a recovery code').click();
    await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
    await button(page, 'Continue').click();
    if (isFirst) await page.waitForURL(`${site.url}/`);
    else await page.getByText('Incorrect recovery code, or it was used before.').waitFor();
  }
});

test('recovery codes can be downloaded as a file', async () => {
  const { page, account } = await visitSignedIn();
  await button(page, 'Add a passkey').click();
  await dialog(page).getByLabel('Name').fill('Phone');
  await confirm(page, account, 'Add');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download').click(),
  ]);
  expect(download.suggestedFilename()).toBe('the-content-hub-recovery-codes.txt');
  const text = await readFile(await download.path(), 'utf8');
  expect(text.match(/^(?:[a-z2-7]{4}-){3}[a-z2-7]{4}$/gm)).toHaveLength(10);
  await page.keyboard.press('Escape');
  await eventually(() => button(page, 'I have kept them').isVisible()).toBe(true);
});

test('a common password is pointed out while it is typed, but accepted, and nothing of it is sent', async () => {
  const { page, context } = await site.visit({
    allowedComplaints: /ERR_FAILED|dynamically imported/,
  });
  const hint = page.getByText('This is one of the 10,000 most common passwords');
  const password = page.getByRole('textbox', { name: 'Password', exact: true });
  await open(page, '/Account/signup');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
  await password.fill('Password1');
  await eventually(() => hint.innerText()).toMatch(/guessed first\.$/);
  await password.fill('Dragon2026');
  await eventually(() => hint.innerText()).toMatch(/with something added/);
  await password.fill('Analytical engine');
  await eventually(() => hint.count()).toBe(0);
  expect(asked.filter((one) => !/^GET .*\/assets\/[^?]+\.js$/.test(one))).toEqual([]);
  expect(asked.filter((one) => one.includes('common-passwords'))).toHaveLength(1);

  // Signing up works without the list, too.
  const other = await context.newPage();
  await other.route('**/*common-passwords*', (route) => route.abort());
  await open(other, '/Account/signup');
  await other.getByLabel('Your Name').fill('Ada');
  await other.getByLabel('Photo URL').fill('/images/avatar.svg');
  await other.getByRole('main').getByLabel('Email').fill('common@example.org');
  await other.getByRole('textbox', { name: 'Password', exact: true }).fill('Password1');
  await button(other, 'Sign Up').click();
  await other.waitForURL(`${site.url}/`);
});
