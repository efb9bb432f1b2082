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
