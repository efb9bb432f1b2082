import type { Page } from 'playwright-core';
import { paths } from '../../src/paths.ts';
import {
  answerChanges,
  arriveWithin,
  awaitDialog,
  fillField,
  pressButton,
  type Scene,
} from './scene.ts';

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const recoveryCodes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-jklm-np${index}q`);
const factors = {
  passkeys: [
    {
      id: 'laptop',
      name: 'Laptop',
      createdAt: '2026-05-01T09:30:00.000Z',
      lastUsedAt: '2026-05-20T18:05:00.000Z',
    },
    {
      id: 'key',
      name: 'The security key on the ring with the red house keys that Theo',
      createdAt: '2026-05-02T09:30:00.000Z',
      lastUsedAt: null,
    },
  ],
  codesSince: '2026-05-03T09:30:00.000Z',
  recoveryCodesLeft: 2,
};

/** Opens the account page with every second factor present; the server knows nothing of it. */
async function arriveWithFactors(page: Page, path: string): Promise<void> {
  await page.route('**/api/account/factors', (route) => route.fulfill({ json: factors }));
  await arriveWithin(page, path);
  await page.getByText('2 codes are left.').waitFor();
}

async function askToAdd(page: Page): Promise<void> {
  await pressButton('Add a passkey')(page);
  await awaitDialog(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await page.getByRole('dialog').getByRole('alert').first().waitFor();
}

async function askToRemove(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Remove Laptop' }).click();
  await awaitDialog(page);
}

async function setUpApp(page: Page): Promise<void> {
  const uri = `otpauth://totp/The%20Content%20Hub:theodora%40example.org?secret=${secret}`;
  await answerChanges(page, '**/identity/codes/begin', (route) =>
    route.fulfill({ json: { setup: 'x'.repeat(43), secret, uri } }),
  );
  await pressButton('Set up an app')(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill('Lamplight');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('img', { name: 'The key of your account' }).waitFor();
}

async function showRecoveryCodes(page: Page): Promise<void> {
  await setUpApp(page);
  await answerChanges(page, '**/identity/codes', (route) =>
    route.fulfill({ status: 201, json: { recoveryCodes } }),
  );
  await fillField(page, 'Code', '123456');
  await pressButton('Turn codes on')(page);
  await page.getByRole('dialog', { name: 'Your recovery codes' }).waitFor();
}

async function passFirstStep(page: Page, methods: readonly string[]): Promise<void> {
  await answerChanges(page, '**/identity/sign-in', (route) =>
    route.fulfill({ json: { secondStep: { ticket: 'x'.repeat(43), methods } } }),
  );
  await fillField(page, 'Email', 'theodora@example.org');
  await fillField(page, 'Password', 'Lamplight');
  await pressButton('Login')(page);
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
}

async function enterWrongCode(page: Page): Promise<void> {
  await passFirstStep(page, ['code', 'recovery-code']);
  await fillField(page, 'Code', '123');
  await pressButton('Continue')(page);
  await page.getByText('Enter the six digits.').waitFor();
}

async function typeCommonPassword(page: Page): Promise<void> {
  await fillField(page, 'Password', 'Password1');
  await page.getByText('This is one of the 10,000 most common passwords').waitFor();
}

const signIn = { screen: 'sign-in', path: paths.signIn.to(), content: 'demo' } as const;
const account = {
  screen: 'account',
  path: paths.account.to(),
  content: 'demo',
  isMember: true,
} as const;

/** Passkeys, codes, and the second step of a sign-in. */
export const factorScenes: readonly Scene[] = [
  {
    ...signIn,
    state: 'second-step',
    act: (page) => passFirstStep(page, ['passkey', 'code', 'recovery-code']),
  },
  { ...signIn, state: 'wrong-code', act: enterWrongCode },
  {
    screen: 'sign-up',
    path: paths.signUp.to(),
    content: 'demo',
    state: 'common-password',
    act: typeCommonPassword,
  },
  { ...account, state: 'factors', arrive: arriveWithFactors },
  { ...account, state: 'remove-passkey', arrive: arriveWithFactors, act: askToRemove },
  { ...account, state: 'add-passkey', act: askToAdd },
  { ...account, state: 'app', act: setUpApp },
  { ...account, state: 'recovery-codes', act: showRecoveryCodes },
];
