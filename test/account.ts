import type { BrowserContext, Page } from 'playwright-core';
import { open } from './browser.ts';

export interface TestAccount {
  readonly displayName: string;
  readonly photoURL: string;
  readonly email: string;
  readonly password: string;
}

let lastNumber = 0;

/** A new account, with an e-mail address that no other test of the file uses. */
export function newAccount(changes: Partial<TestAccount> = {}): TestAccount {
  lastNumber += 1;
  return {
    displayName: 'Ada Lovelace',
    photoURL: '/images/authors/adaeze-obi.webp',
    email: `ada-${lastNumber}@example.org`,
    password: 'Analytical',
    ...changes,
  };
}

interface Proof {
  readonly idToken: string;
}

/** Creates the account and signs this browser in, with the API calls that the pages make. */
export async function signUpInBackground(
  context: BrowserContext,
  siteUrl: string,
  account = newAccount(),
): Promise<TestAccount> {
  const headers = { origin: siteUrl };
  const reply = await context.request.post('/identity/sign-up', { headers, data: account });
  const { idToken }: Proof = await reply.json();
  const session = await context.request.post('/jwt', {
    headers: { ...headers, authorization: `Bearer ${idToken}` },
    data: { email: account.email },
  });
  if (!session.ok()) throw new Error(`No session: ${session.status()} ${await session.text()}`);
  return account;
}

/** The session cookie of this browser, as a `Cookie` header. */
export async function sessionCookie(context: BrowserContext): Promise<string> {
  const cookies = await context.cookies();
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

/** Fetches with this session cookie, on a connection of its own. */
export function fetchAs(url: string, cookie: string): Promise<Response> {
  return fetch(url, { headers: { cookie, connection: 'close' }, redirect: 'manual' });
}

export const passwordBox = (page: Page) =>
  page.getByRole('textbox', { name: 'Password', exact: true });
export const signInButton = (page: Page) => page.getByRole('button', { name: 'Login' });
export const logOutButton = (page: Page) =>
  page.getByRole('button', { name: 'Log Out', exact: true });

/** Opens `path`, fills in the sign-in form and submits it. */
export async function signIn(
  page: Page,
  { email, password }: Pick<TestAccount, 'email' | 'password'>,
  path = '/Account/signin',
): Promise<void> {
  await open(page, path);
  await fillSignIn(page, { email, password });
}

export async function fillSignIn(
  page: Page,
  { email, password }: Pick<TestAccount, 'email' | 'password'>,
): Promise<void> {
  // The URL changes before the page is replaced.
  await signInButton(page).waitFor();
  await page.getByRole('main').getByLabel('Email').fill(email);
  await passwordBox(page).fill(password);
  await signInButton(page).click();
}
