import type { Page } from 'playwright-core';
import { accountDeleted } from '../../src/features/account/contract/problems.ts';
import { accountSuspended } from '../../src/identity/role-problems.ts';
import { momentInUtc } from '../../src/identity/suspension.ts';
import { paths } from '../../src/paths.ts';
import { tooManyRequests, unavailable } from '../../src/platform/contract/problems.ts';
import { factorScenes } from './factor-scenes.ts';
import {
  arriveFailing,
  arriveWaiting,
  awaitDialog,
  fillField,
  holdToast,
  pressButton,
  refuseChanges,
  type Scene,
} from './scene.ts';

async function signInWrong(page: Page): Promise<void> {
  await fillField(page, 'Email', 'theodora@example.org');
  await fillField(page, 'Password', 'Candlelight');
  await pressButton('Login')(page);
  await page.getByText('Incorrect password. Try again.').waitFor();
}

async function signInTooOften(page: Page): Promise<void> {
  await refuseChanges(page, '**/identity/**', tooManyRequests);
  await fillField(page, 'Email', 'theodora@example.org');
  await fillField(page, 'Password', 'Candlelight');
  await pressButton('Login')(page);
  await page.getByRole('alert').first().waitFor();
}

async function signInDeleted(page: Page): Promise<void> {
  await refuseChanges(page, '**/jwt', accountDeleted);
  await fillField(page, 'Email', 'theodora@example.org');
  await fillField(page, 'Password', 'Lamplight');
  await pressButton('Login')(page);
  await awaitDialog(page);
}

async function signInSuspended(page: Page): Promise<void> {
  const message = `This account is suspended until ${momentInUtc(Date.UTC(2026, 11, 4, 9))}. The reason: Advertising below other people’s blogs.`;
  await refuseChanges(page, '**/jwt', accountSuspended({ message }));
  await fillField(page, 'Email', 'theodora@example.org');
  await fillField(page, 'Password', 'Lamplight');
  await pressButton('Login')(page);
  await page.getByText(message).waitFor();
}

async function signUpInvalid(page: Page): Promise<void> {
  await pressButton('Sign Up')(page);
  await awaitDialog(page);
}

async function signUpCorrecting(page: Page): Promise<void> {
  await signUpInvalid(page);
  await page.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

async function askForLink(page: Page): Promise<void> {
  await fillField(page, 'Email', 'theodora@example.org');
  await pressButton('Send link')(page);
  await page.getByText('If there is an account').waitFor();
}

async function resetWithoutLink(page: Page): Promise<void> {
  await fillField(page, 'New password', 'Candlelight');
  await pressButton('Save password')(page);
  await page.getByRole('alert').first().waitFor();
}

async function confirmWithoutLink(page: Page): Promise<void> {
  await pressButton('Confirm my address')(page);
  await page.getByRole('alert').first().waitFor();
}

async function useAddressWithoutLink(page: Page): Promise<void> {
  await pressButton('Use this address')(page);
  await page.getByRole('alert').first().waitFor();
}

async function changePasswordEmpty(page: Page): Promise<void> {
  await pressButton('Change password')(page);
  await pressButton('Delete my account')(page);
}

async function failToLeave(page: Page): Promise<void> {
  await refuseChanges(page, '**/api/account/**', unavailable);
  await pressButton('Log out everywhere')(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click();
  await holdToast(page, 'An unexpected error occurred.');
}

const signIn = { screen: 'sign-in', path: paths.signIn.to(), content: 'demo' } as const;
const signUp = { screen: 'sign-up', path: paths.signUp.to(), content: 'demo' } as const;
const forgot = { screen: 'forgot-password', path: paths.forgotPassword.to() } as const;
const reset = { screen: 'reset-password', path: paths.resetPassword.to() } as const;
const verify = { screen: 'verify-email', path: paths.verifyEmail.to() } as const;
const confirm = { screen: 'confirm-email', path: paths.confirmEmail.to() } as const;
const account = {
  screen: 'account',
  path: paths.account.to(),
  content: 'demo',
  isMember: true,
} as const;

/** Signing in, signing up and the account page. */
export const accountScenes: readonly Scene[] = [
  { ...signIn, state: 'normal' },
  { ...signIn, state: 'invalid', act: pressButton('Login') },
  { ...signIn, state: 'wrong', act: signInWrong },
  { ...signIn, state: 'refused', act: signInTooOften },
  { ...signIn, state: 'google', content: 'one' },
  { ...signIn, state: 'deleted', act: signInDeleted },
  { ...signIn, state: 'suspended', act: signInSuspended },
  { ...signUp, state: 'normal' },
  { ...signUp, state: 'invalid', act: signUpInvalid },
  { ...signUp, state: 'correcting', act: signUpCorrecting },
  { ...forgot, state: 'no-mail', content: 'demo' },
  { ...forgot, state: 'normal', content: 'one' },
  { ...forgot, state: 'sent', content: 'one', act: askForLink },
  { ...reset, state: 'normal', content: 'demo' },
  { ...reset, state: 'refused', content: 'demo', act: resetWithoutLink },
  { ...verify, state: 'normal', content: 'demo' },
  { ...verify, state: 'refused', content: 'demo', act: confirmWithoutLink },
  { ...confirm, state: 'normal', content: 'demo' },
  { ...confirm, state: 'refused', content: 'demo', act: useAddressWithoutLink },
  { screen: 'log-out', path: paths.logOut.to(), state: 'normal', content: 'demo', isMember: true },
  { ...account, state: 'normal' },
  { ...account, state: 'emails', content: 'one' },
  { ...account, state: 'invalid', act: changePasswordEmpty },
  { ...account, state: 'dialog', act: pressButton('Log out everywhere') },
  { ...account, state: 'toast', act: failToLeave },
  { ...account, state: 'error', arrive: arriveFailing('**/api/account') },
  { ...account, state: 'loading', arrive: arriveWaiting('**/api/account') },
  ...factorScenes,
];
