import { hasOwner, type StaffParts, writeAsStaff } from '../../../identity/owners.ts';
import type { Person } from '../../../identity/person.ts';
import { everything, type Reader, type Write } from '../../../storage/storage.ts';

/** The tag of newsletters and their settings: touching it wakes the jobs that send e-mails. */
export const newsletterTag = 'newsletter';

const only = 'site';
const dayMs = 24 * 60 * 60_000;
const weekMs = 7 * dayMs;
/** The first Monday of 1970, 08:00 UTC. */
const firstDigest = 4 * dayMs + 8 * 60 * 60_000;

export interface NewsletterSettings {
  readonly isOn: boolean;
  /** Milliseconds since 1970; null for no digest. */
  readonly digestAt: number | null;
}

/** The next Monday, 08:00 UTC, after a time. */
export function nextDigestAfter(now: number): number {
  return firstDigest + (Math.floor((now - firstDigest) / weekMs) + 1) * weekMs;
}

export async function findNewsletterSettings(
  db: Pick<Reader, 'selectFrom'>,
): Promise<NewsletterSettings> {
  const row = await db.selectFrom('newsletter_settings').selectAll().executeTakeFirst();
  return { isOn: row?.is_on === 1, digestAt: row?.digest_at ?? null };
}

/** Whether subscriptions are accepted: false without a stored setting, undefined on a site without an owner. */
export async function findNewsletterSwitch(
  db: Pick<Reader, 'selectFrom'>,
): Promise<boolean | undefined> {
  const row = await db.selectFrom('newsletter_settings').select('is_on').executeTakeFirst();
  if (row) return row.is_on === 1;
  return (await hasOwner(db)) ? false : undefined;
}

/** Switches subscriptions on when the first owner claims the site; an existing setting stays. */
export async function offerNewsletter({ db, touch }: Write): Promise<void> {
  await db
    .insertInto('newsletter_settings')
    .values({ id: only, is_on: 1, digest_at: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  touch(everything);
}

/** Drops every cached page, since each contains the newsletter form. */
export async function saveNewsletterSettings(
  { db, touch }: Write,
  { isOn, digestAt }: NewsletterSettings,
): Promise<void> {
  const values = { is_on: isOn ? 1 : 0, digest_at: digestAt };
  await db
    .insertInto('newsletter_settings')
    .values({ id: only, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
  touch(everything, newsletterTag);
}

/** Writes under the newsletter's lock, and checks in that write that the person is an owner. */
export function writeAsOwner<T>(
  parts: StaffParts,
  person: Person,
  work: (write: Write) => Promise<T>,
): Promise<T> {
  return writeAsStaff(parts, { person, access: 'owner' }, work, ['newsletter']);
}
