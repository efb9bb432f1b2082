import { hasOwner, type StaffParts, writeAsStaff } from '../../../identity/owners.ts';
import type { Person } from '../../../identity/person.ts';
import { everything, type Reader, type Write } from '../../../storage/storage.ts';

/** The tag of all letters and of the forms: jobs that send letters look when it is touched. */
export const newsletterTag = 'newsletter';

const only = 'site';
const dayMs = 24 * 60 * 60_000;
const weekMs = 7 * dayMs;
/** The first Monday of 1970, at eight. */
const firstDigest = 4 * dayMs + 8 * 60 * 60_000;

export interface NewsletterSettings {
  readonly isOn: boolean;
  /** Milliseconds since 1970; null for no digest. */
  readonly digestAt: number | null;
}

/** The next Monday at eight (UTC) after a time. */
export function nextDigestAfter(now: number): number {
  return firstDigest + (Math.floor((now - firstDigest) / weekMs) + 1) * weekMs;
}

export async function findNewsletterSettings(
  db: Pick<Reader, 'selectFrom'>,
): Promise<NewsletterSettings> {
  const row = await db.selectFrom('newsletter_settings').selectAll().executeTakeFirst();
  return { isOn: row?.is_on === 1, digestAt: row?.digest_at ?? null };
}

/** What the box does: true where it keeps who asks, undefined on a site that nobody owns yet. */
export async function findNewsletterSwitch(
  db: Pick<Reader, 'selectFrom'>,
): Promise<boolean | undefined> {
  const row = await db.selectFrom('newsletter_settings').select('is_on').executeTakeFirst();
  if (row) return row.is_on === 1;
  return (await hasOwner(db)) ? false : undefined;
}

/** For a site that somebody claims: who asks is kept, unless it was decided otherwise before. */
export async function offerNewsletter({ db, touch }: Write): Promise<void> {
  await db
    .insertInto('newsletter_settings')
    .values({ id: only, is_on: 1, digest_at: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  touch(everything);
}

/** Every page has the newsletter's box, and so changes with the switch. */
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

/** Writes as an owner, who still is one in that write, under the lock of the newsletter. */
export function writeAsOwner<T>(
  parts: StaffParts,
  person: Person,
  work: (write: Write) => Promise<T>,
): Promise<T> {
  return writeAsStaff(parts, { person, access: 'owner' }, work, ['newsletter']);
}
