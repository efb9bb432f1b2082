import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BrowserContext, Page } from 'playwright-core';
import { newAccount, signUpInBackground, type TestAccount } from './account.ts';
import type { VisitOptions } from './browser.ts';
import type { VisitedSite } from './visited-site.ts';

/** Chromium's console message about calls that a test makes fail. */
export const failedCalls = /Failed to load resource/;

export interface Member {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly account: TestAccount;
}

/** A signed-in member in a browser context of its own. */
export async function memberOf(
  site: VisitedSite,
  changes: Partial<TestAccount> = {},
  options: VisitOptions = {},
): Promise<Member> {
  const { page, context } = await site.visit(options);
  const account = await signUpInBackground(context, site.url, newAccount(changes));
  return { page, context, account };
}

/** Sends a change as the pages of this browser do; fails the test if the site refuses it. */
export async function send(
  site: VisitedSite,
  context: BrowserContext,
  call: 'POST' | 'DELETE',
  address: string,
  data?: unknown,
) {
  const reply = await context.request.fetch(address, {
    method: call,
    headers: { origin: site.url },
    ...(data !== undefined && { data }),
  });
  if (!reply.ok()) throw new Error(`${address}: ${reply.status()} ${await reply.text()}`);
  return reply;
}

interface ListedBlog {
  readonly _id: string;
  readonly title: string;
  readonly category: string;
}

/** The latest blogs of the site, newest first. */
export async function latestBlogs(
  site: VisitedSite,
): Promise<readonly [ListedBlog, ...ListedBlog[]]> {
  return (await fetch(`${site.url}/api/latestBlogs`, { headers: { connection: 'close' } })).json();
}

/** Publishes a blog as this person and resolves to its id. */
export async function publish(
  site: VisitedSite,
  context: BrowserContext,
  title: string,
  longDescription = 'A long one.',
): Promise<string> {
  const reply = await send(site, context, 'POST', '/api/addBlog', {
    title,
    imageUrl: '/images/categories/other.webp',
    category: 'Other',
    shortDescription: 'A short one.',
    longDescription,
  });
  return (await reply.json())._id;
}

/** Works on the site's database directly, bypassing the site. */
export function editDatabase(site: VisitedSite, work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(path.join(site.dataDir, 'content-hub.sqlite'));
  try {
    database.exec('pragma busy_timeout = 5000; begin immediate');
    work(database);
    database.exec('commit');
  } finally {
    database.close();
  }
}

/** Deletes all sessions without any browser knowing. */
export function endAllSessions(site: VisitedSite): void {
  editDatabase(site, (database) => database.exec('delete from sessions'));
}
