import type { Page } from 'playwright-core';
import { paths } from '../../src/paths.ts';
import { arriveFailing, arriveWaiting, awaitDialog, pressButton, type Scene } from './scene.ts';

const secret = 'x'.repeat(43);

async function sendToEverybody(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send to everybody' }).first().click();
  await awaitDialog(page);
}

/** This site's mail server doesn't answer, so the test e-mail fails. */
async function sendTestEmail(page: Page): Promise<void> {
  await pressButton('Send me a test email')(page);
  await page.getByRole('alert').first().waitFor();
}

async function unsubscribe(page: Page): Promise<void> {
  await pressButton('Unsubscribe')(page);
  await page.getByText('You are unsubscribed').waitFor();
}

async function confirmInVain(page: Page): Promise<void> {
  await pressButton('Confirm my subscription')(page);
  await page.getByRole('alert').first().waitFor();
}

async function showWords(page: Page): Promise<void> {
  await page.getByText('To which words').first().click();
}

async function lookForReader(page: Page): Promise<void> {
  await page.getByLabel('Email address', { exact: true }).fill('reader@example.org');
  await pressButton('Look')(page);
  await page.getByText('1 subscription').waitFor();
}

async function askToDelete(page: Page): Promise<void> {
  await lookForReader(page);
  await pressButton('Delete it')(page);
  await awaitDialog(page);
}

/** E-mail is configured, though none is delivered. */
const withMail = { content: 'one', isOwner: true } as const;
const withoutMail = { content: 'demo', isOwner: true } as const;
const messages = { screen: 'messages', path: paths.manageMessages.to() } as const;
const newsletter = { screen: 'newsletter', path: paths.manageNewsletter.to() } as const;
const personalData = { screen: 'personal-data', path: paths.managePersonalData.to() } as const;
const confirm = {
  screen: 'confirm-subscription',
  path: paths.confirmSubscription.to(),
  content: 'one',
} as const;
const end = { screen: 'unsubscribe', path: paths.unsubscribe.to(secret), content: 'one' } as const;

/** Messages and the newsletter, as the owner sees them, and the pages that links in e-mails lead to. */
export const emailsScenes: readonly Scene[] = [
  { ...messages, ...withMail, state: 'normal' },
  { ...messages, ...withoutMail, state: 'no-mail' },
  {
    ...messages,
    ...withMail,
    state: 'none',
    path: paths.manageMessages.to({ search: 'nothing at all' }),
  },
  { ...messages, ...withMail, state: 'refused', path: `${paths.manageMessages.to()}?list=nothing` },
  { ...messages, ...withMail, state: 'error', arrive: arriveFailing('**/api/manage/**') },
  { ...messages, ...withMail, state: 'loading', arrive: arriveWaiting('**/api/manage/**') },
  { ...newsletter, ...withMail, state: 'normal' },
  { ...newsletter, ...withoutMail, state: 'no-mail' },
  {
    ...newsletter,
    ...withMail,
    state: 'ended',
    path: paths.manageNewsletter.to({ list: 'ended' }),
    act: showWords,
  },
  { ...personalData, ...withMail, state: 'found', act: lookForReader },
  { ...personalData, ...withMail, state: 'dialog', act: askToDelete },
  { ...newsletter, ...withMail, state: 'dialog', act: sendToEverybody },
  { ...newsletter, ...withMail, state: 'failed', act: sendTestEmail },
  { ...newsletter, ...withMail, state: 'error', arrive: arriveFailing('**/api/manage/**') },
  { ...newsletter, ...withMail, state: 'loading', arrive: arriveWaiting('**/api/manage/**') },
  { ...confirm, state: 'normal' },
  { ...confirm, state: 'refused', act: confirmInVain },
  { ...end, state: 'normal' },
  { ...end, state: 'done', act: unsubscribe },
];
