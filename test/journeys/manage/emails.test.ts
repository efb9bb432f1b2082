// @module-tag slow
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import {
  type Mailbox,
  type ReceivedEmail,
  startMailbox,
} from '../../../src/features/account/server/testing-mailbox.ts';
import { rememberAuthorAddress } from '../../../src/identity/imported-authors.ts';
import { openStorage } from '../../../src/storage/open-storage.ts';
import { rowId } from '../../../src/storage/row-id.ts';
import type { Write } from '../../../src/storage/storage.ts';
import { newAccount, signUpInBackground } from '../../account.ts';
import { open, visit } from '../../browser.ts';
import { type SiteHere, startSiteHere } from '../../site-here.ts';
import { sharedBrowser } from '../../start-browser.ts';

interface SiteWithMail {
  readonly site: SiteHere;
  readonly mailbox: Mailbox;
  readonly browser: Browser;
  /** The page of the signed-in owner. */
  readonly owner: Page;
  readonly password: string;
  /** The page of a signed-out visitor. */
  readonly visitor: Page;
}

async function writeTo(site: SiteHere, work: (write: Write) => Promise<unknown>): Promise<void> {
  const storage = await openStorage({ dataDir: site.dataDir, onConnectionError: () => {} });
  await storage.write(work);
  await storage.close();
}

/** Adds an author of an import, with an address. */
function rememberAuthor(site: SiteHere, email: string): Promise<void> {
  return writeTo(site, async (write) => {
    const person = { id: rowId(), name: 'Vera', created_at: Date.now() };
    await write.db.insertInto('people').values(person).execute();
    await rememberAuthorAddress(write, person.id, email);
  });
}

/** A site with demo blogs that can send e-mails, and its owner. */
async function start(): Promise<SiteWithMail> {
  const mailbox = await startMailbox();
  const [site, browser] = await Promise.all([
    startSiteHere({ SMTP_URL: mailbox.smtpUrl, MAIL_FROM: 'The Content Hub <hub@example.org>' }),
    sharedBrowser(),
  ]);
  onTestFinished(async () => {
    await site.stop();
  });
  const { page: owner, context } = await visit(browser, site.url);
  const { email, password } = await signUpInBackground(context, site.url, newAccount());
  await writeTo(site, ({ db, touch }) => {
    touch('*');
    return db.updateTable('people').set({ role: 'owner' }).where('email', '=', email).execute();
  });
  const { page: visitor } = await visit(browser, site.url, { allowedComplaints: /400/ });
  return { site, mailbox, browser, owner, password, visitor };
}

const button = (page: Page, name: string) => page.getByRole('button', { name });

async function waitForText(page: Page, text: string): Promise<void> {
  await page.getByText(text).first().waitFor();
}

/** The path and hash of an e-mail's link, to open at the test's site. */
function pathOf(message: ReceivedEmail, link: RegExp): string {
  const { pathname, hash } = new URL(link.exec(message.source)?.[1] ?? '');
  return `${pathname}${hash}`;
}

test('a newsletter is offered, subscribed to, confirmed, sent, and unsubscribed from', async () => {
  const { site, mailbox, owner, password, visitor } = await start();
  await open(owner, '/Manage/newsletter');
  await button(owner, 'Send me a test email').click();
  await waitForText(owner, 'The mail server accepted an email');
  await mailbox.next('A test email');
  await owner.getByLabel('Offer a newsletter').check();
  await button(owner, 'Save').click();
  await waitForText(owner, 'None has been made yet.');

  await open(visitor, '/');
  const box = visitor.getByRole('region', { name: 'Newsletter' });
  await box.getByRole('textbox', { name: 'Your email address' }).fill('reader@example.com');
  await button(visitor, 'Subscribe').click();
  await waitForText(visitor, 'Thank you for subscribing to our newsletter!');
  await waitForText(visitor, 'open the link in the email that we sent you');
  const asked = await mailbox.next('Confirm your subscription');
  expect(asked.to).toEqual(['reader@example.com']);
  await open(visitor, `${asked.link.pathname}${asked.link.hash}`);
  await button(visitor, 'Confirm my subscription').click();
  await waitForText(visitor, 'The next newsletter comes to you.');
  await open(visitor, '/');
  await open(visitor, `${asked.link.pathname}${asked.link.hash}`);
  await button(visitor, 'Confirm my subscription').click();
  await waitForText(visitor, 'This link does not work any more.');
  expect(await button(visitor, 'Confirm my subscription').count()).toBe(0);
  await visitor.getByRole('link', { name: 'Subscribe again' }).click();
  await box.waitFor();
  expect(new URL(visitor.url()).hash).toBe(`#${await box.getAttribute('id')}`);

  await open(owner, '/Manage/newsletter');
  await waitForText(owner, 'reader@example.com');
  await owner.getByLabel('Subject').fill('News of the hub');
  await owner.getByRole('group', { name: 'Blogs' }).getByRole('checkbox').nth(1).check();
  await button(owner, 'Make the newsletter').click();
  await waitForText(owner, 'Not sent yet');
  await button(owner, 'Send to myself').click();
  await mailbox.next('News of the hub');
  await button(owner, 'Send to everybody').click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Send it' }).click();
  const message = await mailbox.next('News of the hub');
  expect(message.to).toEqual(['reader@example.com']);
  expect(message.source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
  await waitForText(owner, '1 of 1 email sent');

  await open(visitor, pathOf(message, /Unsubscribe: (http\S+)/));
  await button(visitor, 'Unsubscribe').click();
  await waitForText(visitor, 'You are unsubscribed');
  await open(owner, '/Manage/newsletter');
  await waitForText(owner, 'Nobody has subscribed yet');
  await owner.getByRole('link', { name: 'Ended' }).click();
  await waitForText(owner, 'Ended (unsubscribed)');
  await owner.getByText('To which words').click();
  await waitForText(owner, 'for the newsletter of The Content Hub to be sent to this address');

  // After unsubscribing, the reader asks for deletion of the remaining data.
  await rememberAuthor(site, 'reader@example.com');
  await owner.getByRole('link', { name: 'Personal data' }).click();
  await owner.getByLabel('Email address', { exact: true }).fill('reader@example.com');
  await button(owner, 'Look').click();
  await waitForText(owner, '1 subscription to the newsletter');
  await waitForText(owner, '1 address of an imported author');
  const saved = owner.waitForEvent('download');
  await button(owner, 'Download all of it').click();
  const dialog = owner.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Download' }).click();
  expect(await readFile(await (await saved).path(), 'utf8')).toContain('Newsletter box');
  await button(owner, 'Delete it').click();
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await waitForText(owner, 'Nothing is kept under this address.');
});

test('a message is stored for the owner and forwarded, and replies go to its writer', async () => {
  const { mailbox, owner, visitor } = await start();
  await open(owner, '/Manage/messages');
  await waitForText(owner, 'No messages');
  await owner.getByLabel('Take messages').check();
  await owner.getByLabel('Send them on to').fill('desk@example.org');
  await button(owner, 'Save').click();
  await waitForText(owner, 'Messages are taken.');

  await open(visitor, '/contact');
  const main = visitor.getByRole('main');
  await main.getByRole('textbox', { name: 'Name', exact: true }).fill('Grace');
  await main.getByRole('textbox', { name: 'Email', exact: true }).fill('grace@example.com');
  await main.getByRole('textbox', { name: 'Message', exact: true }).fill('Hello\nthere');
  await button(visitor, 'Send Message').click();
  const dialog = visitor.getByRole('dialog', { name: 'Thank You!' });
  await dialog.getByText('Your message has been sent successfully.', { exact: true }).waitFor();
  const message = await mailbox.next('A message from Grace');
  expect(message.to).toEqual(['desk@example.org']);
  expect(message.source).toMatch(/^Reply-To: Grace <grace@example.com>/m);

  await open(owner, '/Manage/messages');
  await waitForText(owner, 'Sent on');
  await button(owner, 'Mark as read: Grace').click();
  await button(owner, 'Mark as unread: Grace').waitFor();
  await button(owner, 'Delete: Grace').click();
  await waitForText(owner, 'No messages');
  await button(owner, 'Undo').click();
  await owner.getByRole('heading', { name: 'Grace' }).waitFor();

  await owner.getByLabel('Take messages').uncheck();
  await button(owner, 'Save').click();
  await waitForText(owner, 'Messages are not taken.');
  await open(visitor, '/contact');
  await waitForText(visitor, 'This form is not in use');
  expect(await button(visitor, 'Send Message').count()).toBe(0);
});
