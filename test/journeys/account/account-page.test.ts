// @module-tag slow
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { startMailbox } from '../../../src/features/account/server/testing-mailbox.ts';
import {
  fetchAs,
  logOutButton,
  newAccount,
  passwordBox,
  sessionCookie,
  signIn,
  signUpInBackground,
} from '../../account.ts';
import { eventually, open, visit } from '../../browser.ts';
import { startSiteHere } from '../../site-here.ts';
import { sharedBrowser } from '../../start-browser.ts';
import { visitedSite } from '../../visited-site.ts';

const site = visitedSite();

const part = (page: Page, name: string) => page.getByRole('region', { name });

async function visitSignedIn(allowedComplaints = /400/) {
  const visitor = await site.visit({ allowedComplaints });
  const account = await signUpInBackground(visitor.context, site.url);
  await open(visitor.page, '/Account');
  return { ...visitor, account };
}

test('a new name and photo appear at once, also in other tabs', async () => {
  const { page, context } = await visitSignedIn();
  const other = await context.newPage();
  await open(other, '/');
  await page.getByLabel('Your Name').fill('  Ada King ');
  await page.getByLabel('Photo URL').fill('/images/avatar.svg');
  await page.getByRole('button', { name: 'Save profile' }).click();
  for (const tab of [page, other]) {
    const avatar = tab.getByRole('button', { name: 'Your account, Ada King' });
    await eventually(() => avatar.count()).toBe(1);
  }
  await page.reload();
  await eventually(() => page.getByLabel('Your Name').inputValue()).toBe('Ada King');
});

test('changing the password needs the current one, and logs other browsers out', async () => {
  const { page, account } = await visitSignedIn();
  const { page: elsewhere, context } = await site.visit();
  await signIn(elsewhere, account);
  await elsewhere.waitForURL(`${site.url}/`);
  const cookie = await sessionCookie(context);

  const change = part(page, 'Password');
  await change.getByLabel('Current password').fill('Somethingelse');
  await change.getByLabel('New password').fill('Difference2');
  await change.getByRole('button', { name: 'Change password' }).click();
  await eventually(() => change.getByText('Incorrect password. Try again.').isVisible()).toBe(true);
  await change.getByLabel('Current password').fill(account.password);
  await change.getByRole('button', { name: 'Change password' }).click();
  await eventually(() => page.getByText('Your password has been changed.').isVisible()).toBe(true);
  const mine = await fetchAs(`${site.url}/api/account`, cookie);
  expect(mine.status).toBe(401);
  await page.reload();
  await eventually(() => logOutButton(page).isVisible()).toBe(true);
});

test('a missing password is asked for before a change or deletion', async () => {
  const { page } = await visitSignedIn();
  const change = part(page, 'Password');
  await change.getByLabel('New password').fill('Difference2');
  await change.getByRole('button', { name: 'Change password' }).click();
  await change.getByText('Please fill in this field.').waitFor();
  const remove = part(page, 'Delete account');
  await remove.getByRole('button', { name: 'Delete my account' }).click();
  await remove.getByText('Please fill in this field.').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a member sees the sessions of the account, and ends one or all of them', async () => {
  const { page, account } = await visitSignedIn();
  const { page: elsewhere, context } = await site.visit();
  await signIn(elsewhere, account);
  await elsewhere.waitForURL(`${site.url}/`);
  const cookie = await sessionCookie(context);
  await page.reload();
  const sessions = part(page, 'Where you are logged in');
  await eventually(() => sessions.getByRole('listitem').count()).toBe(2);
  expect(await sessions.getByText('This browser').count()).toBe(1);
  await open(page, '/Account');
  await sessions.getByRole('listitem').getByRole('button').click();
  await eventually(() => sessions.getByRole('listitem').count()).toBe(1);
  const mine = await fetchAs(`${site.url}/api/account`, cookie);
  expect(mine.status).toBe(401);

  await sessions.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click();
  await page.waitForURL(`${site.url}/`);
  await eventually(() => page.getByRole('link', { name: 'Sign Up' }).count()).toBeGreaterThan(0);
});

test('logging out leads home and makes no more calls for the member’s data', async () => {
  const { page } = await visitSignedIn();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await logOutButton(page).click();
  await page.waitForURL(`${site.url}/`);
  await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked).toContain('/logout');
  expect(asked.slice(asked.indexOf('/logout') + 1)).not.toContain('/api/wishedBlogs');
});

test('a member’s data can be downloaded as a file', async () => {
  const { page, account } = await visitSignedIn();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('the-content-hub.json');
  const data = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(data).toMatchObject({ account: { email: account.email }, blogs: [] });
});

test('an account is deleted with its password and a confirmation, and restored by signing in', async () => {
  const { page, context, account } = await visitSignedIn(/400|409/);
  const cookie = await sessionCookie(context);
  const form = part(page, 'Delete account');
  const remove = form.getByRole('button', { name: 'Delete my account' });
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
  await form.getByLabel('Remove my blogs too').check();
  await passwordBox(page).fill('Somethingelse');
  await remove.click();
  await dialog
    .getByText('a newsletter subscription and messages to this site under it stay')
    .waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await remove.click();
  await dialog.getByRole('button', { name: 'Yes, delete it!' }).click();
  await eventually(() => form.getByText('Incorrect password. Try again.').isVisible()).toBe(true);
  await passwordBox(page).fill(account.password);
  await remove.click();
  await dialog.getByRole('button', { name: 'Yes, delete it!' }).click();
  const goodbye = page.getByRole('dialog', { name: 'Deleted!' });
  await eventually(() => goodbye.isVisible()).toBe(true);
  await goodbye.getByRole('button', { name: 'OK' }).click();
  await page.waitForURL(`${site.url}/`);
  expect(await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).count()).toBe(1);
  expect((await fetchAs(`${site.url}/api/account`, cookie)).status).toBe(401);

  await signIn(page, account);
  const question = page.getByRole('dialog', { name: 'Call your account back?' });
  await question.getByRole('button', { name: 'Leave it deleted' }).click();
  const message = page.getByText(/^This account was deleted\. It can be called back until/);
  await eventually(() => message.isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Login' }).click();
  await question.getByRole('button', { name: 'Yes, call it back!' }).click();
  await page.waitForURL(`${site.url}/`);
  await open(page, '/Account');
  const events = part(page, 'What happened to your account');
  await eventually(() => events.getByText('Account called back').count()).toBe(1);
  expect(await events.getByText('Account deleted').count()).toBe(1);
  expect(await events.getByText('by email').count()).toBe(0);
});

test('a site with e-mail resets forgotten passwords, and verifies and changes addresses', async () => {
  const mailbox = await startMailbox();
  const withMail = await startSiteHere({ SMTP_URL: mailbox.smtpUrl });
  onTestFinished(async () => {
    await withMail.stop();
  });
  const browser = await sharedBrowser();
  const { page, context } = await visit(browser, withMail.url, { allowedComplaints: /400/ });
  const account = await signUpInBackground(context, withMail.url, newAccount());
  const { link: verification } = await mailbox.next('Is this your email');
  await open(page, '/Account');
  expect(await page.getByText('Not verified yet').isVisible()).toBe(true);
  await open(page, verification.pathname + verification.hash);
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await eventually(() => page.getByText('Your email address is confirmed.').isVisible()).toBe(true);
  await open(page, '/Account');
  expect(await page.getByText('Verified', { exact: true }).isVisible()).toBe(true);
  await passwordBox(page).fill(account.password);
  await part(page, 'Delete account').getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
  await dialog.getByText('your newsletter subscription ends').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await logOutButton(page).click();
  await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).waitFor();

  await open(page, '/Account/signin');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  const send = page.getByRole('button', { name: 'Send link' });
  // Sign In has a field with the same label.
  await send.waitFor();
  await page.getByLabel('Email').fill(account.email);
  await send.click();
  await eventually(() => page.getByText('an email with a link is on its way').isVisible()).toBe(
    true,
  );
  await page.getByRole('button', { name: 'Send again' }).waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(account.email);
  const { link: reset } = await mailbox.next('Choose a new password');
  await open(page, reset.pathname + reset.hash);
  await page.getByLabel('New password').fill('Difference2');
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.waitForURL('**/Account/signin');
  await signIn(page, { ...account, password: 'Difference2' });
  await page.waitForURL(`${withMail.url}/`);

  const email = `new-${account.email}`;
  await open(page, '/Account');
  const change = part(page, 'Email address');
  await change.getByLabel('New email').fill(email);
  await change.getByLabel('Your password').fill('Difference2');
  await change.getByRole('button', { name: 'Change email' }).click();
  const { link: proof } = await mailbox.next('Confirm your new email');
  await eventually(() => change.getByText(`We sent an email to ${email}`).isVisible()).toBe(true);
  await open(page, proof.pathname + proof.hash);
  await page.getByRole('button', { name: 'Use this address' }).click();
  await eventually(() => page.getByText('From now on you sign in with').isVisible()).toBe(true);
  await open(page, '/Account');
  await eventually(() => page.getByText(email, { exact: true }).count()).toBe(1);

  await open(page, reset.pathname + reset.hash);
  await page.getByLabel('New password').fill('Difference3');
  await page.getByRole('button', { name: 'Save password' }).click();
  await eventually(() => page.getByText(/^This link has expired/).isVisible()).toBe(true);
  expect(await page.getByRole('button', { name: 'Save password' }).count()).toBe(0);
  const again = page.getByRole('link', { name: 'Ask for a new link' });
  expect(await again.getAttribute('href')).toBe('/Account/forgot-password');
  expect(await context.cookies()).not.toEqual([]);
});

test('a site without e-mail offers no password reset and links to the contact page', async () => {
  const { page } = await site.visit();
  await open(page, '/Account/signin');
  expect(await page.getByRole('link', { name: 'Forgot password?' }).count()).toBe(0);
  expect(await page.getByText('Forgot your password? Please contact us').count()).toBe(1);
  const ask = page.getByRole('link', { name: 'contact us' });
  expect(await ask.getAttribute('href')).toBe('/contact');
  await open(page, '/Account/forgot-password');
  expect(await ask.getAttribute('href')).toBe('/contact');
  expect(await page.getByText('for a link to choose a new one.').isVisible()).toBe(true);
});
