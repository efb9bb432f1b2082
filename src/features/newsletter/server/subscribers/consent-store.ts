import { sql } from 'kysely';
import type { DueRows, RetentionRule } from '../../../../storage/background/sweep.ts';
import { rowId } from '../../../../storage/row-id.ts';
import type { Reader, Write } from '../../../../storage/storage.ts';
import { boxButton, boxWords } from '../../contract/consent-words.ts';
import { pendingDays } from '../../contract/subscriptions.ts';
import type { NewsletterConsentsTable } from '../tables.ts';

const dayMs = 24 * 60 * 60_000;
/** Retention of ended consents, as evidence: the usual limitation period of claims. */
const endedKeptMs = 3 * 365 * dayMs;

const unconfirmed: DueRows = {
  table: 'newsletter_consents',
  key: ['id'],
  due: (now) =>
    sql`confirmed_at is null and ended_at is null and asked_at <= ${now - pendingDays * dayMs}`,
};
const ended: RetentionRule = {
  table: 'newsletter_consents',
  key: ['id'],
  column: 'ended_at',
  keptMs: endedKeptMs,
};
export const consentRetention = [unconfirmed, ended];

/** The only form. */
const box = { form: 'Newsletter box', words: `${boxWords} [${boxButton}]` };

/**
 * Ends the consent of a subscription that bounces stopped, or that an older version ended without recording it. An
 * active subscriber's consent stays.
 */
async function endFormer({ db }: Write, email: string, now: number): Promise<void> {
  const subscriber = await db
    .selectFrom('subscribers')
    .select('stopped_at')
    .where('email', '=', email)
    .executeTakeFirst();
  if (subscriber?.stopped_at === null) return;
  await db
    .updateTable('newsletter_consents')
    .set({ ended_at: subscriber?.stopped_at ?? now })
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .where('confirmed_at', 'is not', null)
    .execute();
}

/** Records a subscription request, under the lock `subscribers`. */
export async function noteAsked(write: Write, email: string, now: number): Promise<void> {
  await endFormer(write, email, now);
  await write.db
    .insertInto('newsletter_consents')
    .values({ id: rowId(), email, ...box, asked_at: now })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .where('ended_at', 'is', null)
        .doUpdateSet({ ...box, asked_at: now })
        .where('newsletter_consents.confirmed_at', 'is', null),
    )
    .execute();
}

/** When this address requested the subscription that it hasn't confirmed yet, if recorded. */
export async function findAskedAt(
  db: Pick<Reader, 'selectFrom'>,
  email: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('newsletter_consents')
    .select('asked_at')
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return row?.asked_at ?? undefined;
}

/** Creates a consent for an address without an open one: older versions recorded none. */
async function ensureConsent({ db }: Write, email: string, confirmedAt: number | null) {
  await db
    .insertInto('newsletter_consents')
    .values({ id: rowId(), email, form: '', words: '', confirmed_at: confirmedAt })
    .onConflict((conflict) => conflict.column('email').where('ended_at', 'is', null).doNothing())
    .execute();
}

/** Records that the address confirmed the e-mail's text, under the lock `subscribers`. */
export async function noteConfirmed(
  write: Write,
  { email, words }: { readonly email: string; readonly words: string | null },
  now: number,
): Promise<void> {
  // It may have been stopped after the request.
  await endFormer(write, email, now);
  await ensureConsent(write, email, null);
  await write.db
    .updateTable('newsletter_consents')
    .set({ confirmed_at: now, words: sql<string>`words || ${words ? `\n${words}` : ''}` })
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .where('confirmed_at', 'is', null)
    .execute();
}

/** Records the end of a subscription that was confirmed at `created_at`. */
export async function noteEnded(
  write: Write,
  { email, created_at }: { readonly email: string; readonly created_at: number },
  by: NonNullable<NewsletterConsentsTable['ended_by']>,
  now: number,
): Promise<void> {
  await ensureConsent(write, email, created_at);
  await write.db
    .updateTable('newsletter_consents')
    .set({ ended_at: now, ended_by: by })
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .execute();
}
