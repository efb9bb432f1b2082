import { summaries } from '../../../blog/server/blog-rows.ts';
import { findHold } from '../../../identity/mail/mail-hold.ts';
import type { EmailSite } from '../../../platform/mail/write-email.ts';
import type { Reader, Storage, Write } from '../../../storage/storage.ts';
import { blogsMax } from '../contract/newsletter-text.ts';
import { insertIssue, steer } from './issue-store.ts';
import type { IssueBlog } from './newsletter-emails.ts';
import { findNewsletterSettings, newsletterTag, nextDigestAfter } from './newsletter-settings.ts';

export const weekMs = 7 * 24 * 60 * 60_000;

type BlogRow = Awaited<ReturnType<typeof findBlogs>>[number];

/** Blogs that a newsletter may announce, the newest first. */
export function findBlogs(db: Reader, limit: number) {
  return newest(db, limit).execute();
}

function newest(db: Reader, limit: number) {
  return summaries(db).orderBy('blogs.created_at', 'desc').orderBy('blogs.id', 'desc').limit(limit);
}

export function issueBlogOf(row: BlogRow): IssueBlog {
  return {
    id: row.id,
    title: row.title,
    shortDescription: row.short_description,
    author: row.author_name,
    createdAt: row.created_at,
  };
}

/** The current state of the chosen blogs, in the order of `ids`; blogs that aren't visible are left out. */
export async function findChosen(
  db: Reader,
  ids: readonly string[],
): Promise<readonly IssueBlog[]> {
  const rows = await summaries(db).where('blogs.id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, issueBlogOf(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function makeDigest(write: Write, site: EmailSite, now: number): Promise<void> {
  const { isOn, digestAt } = await findNewsletterSettings(write.db);
  if (!isOn || digestAt === null || digestAt > now) return;
  // First of all, so that only one of several processes finds it due.
  await write.db
    .updateTable('newsletter_settings')
    .set({ digest_at: nextDigestAfter(now) })
    .execute();
  // Imported blogs are announced only if an owner chooses them.
  const blogs = (
    await newest(write.db, blogsMax).where('blogs.source_key', 'is', null).execute()
  ).map(issueBlogOf);
  const ofTheWeek = blogs.filter(({ createdAt }) => createdAt > now - weekMs);
  const reached = await write.db
    .selectFrom('subscribers')
    .select('id')
    .where('stopped_at', 'is', null)
    .executeTakeFirst();
  const isHeld = (await findHold(write.db)) !== undefined;
  if (ofTheWeek.length === 0 || !reached || isHeld) return;
  const subject = `This week on ${site.name}`;
  const { id } = await insertIssue(write, { subject, note: '', blogs: ofTheWeek }, now);
  await steer(write, id, 'sending', now);
  write.touch(newsletterTag);
}

export interface DigestParts {
  readonly storage: Storage;
  readonly site: EmailSite;
  readonly now?: () => number;
}

/** Starts the weekly digest when it is due, in one process only; a week without a new blog has none. */
export async function beginDueDigest({
  storage,
  site,
  now = Date.now,
}: DigestParts): Promise<void> {
  const { isOn, digestAt } = await findNewsletterSettings(storage.writer);
  if (!isOn || digestAt === null || digestAt > now()) return;
  await storage.write((write) => makeDigest(write, site, now()), { lockKeys: ['newsletter'] });
}
