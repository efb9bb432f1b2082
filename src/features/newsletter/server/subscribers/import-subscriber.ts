import { createSecretToken } from '../../../../identity/session/secret-token.ts';
import { rowId } from '../../../../storage/row-id.ts';
import type { Reader, Write } from '../../../../storage/storage.ts';
import { subscriberEmailSchema } from '../../contract/newsletter-text.ts';
import { endSubscription } from './subscriber-store.ts';

/** A current or former subscriber of another system. */
export interface ImportedSubscriber {
  readonly email: string;
  readonly isSubscribed: boolean;
  /** Milliseconds since 1970. */
  readonly consentedAt: number | null;
  /** How they consented, according to that system. */
  readonly consent: string;
  /** The name of that system. */
  readonly system: string;
}

/** The lock of every import write that changes subscribers. */
export const subscribersLock = 'subscribers';

/** Prefix of the form in imported consents. */
const importedForm = 'Import';
const consentMax = 1_000;

export type SubscriberOutcome =
  | 'added'
  | 'there'
  | 'ended-here'
  | 'ended-there'
  | 'noted-before'
  | 'not-an-address';

type Db = Pick<Reader, 'selectFrom'>;

async function findStanding(db: Db, email: string) {
  const here = await db
    .selectFrom('subscribers')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  const consents = await db
    .selectFrom('newsletter_consents')
    .select(['id', 'form', 'ended_at'])
    .where('email', '=', email)
    .execute();
  return {
    isHere: here !== undefined,
    hasEnded: consents.some(({ ended_at }) => ended_at !== null),
    open: consents.find(({ ended_at }) => ended_at === null),
  };
}

type Standing = Awaited<ReturnType<typeof findStanding>>;

function outcomeOf(isSubscribed: boolean, { isHere, hasEnded, open }: Standing): SubscriberOutcome {
  if (isSubscribed) return isHere ? 'there' : hasEnded ? 'ended-here' : 'added';
  // A subscription or request on this site counts more than an end elsewhere.
  if (isHere) return open?.form.startsWith(importedForm) ? 'ended-there' : 'there';
  if (hasEnded) return 'noted-before';
  return open ? 'there' : 'ended-there';
}

/** The outcome that an import of this subscriber would have; changes nothing. */
export async function lookAtSubscriber(
  db: Db,
  { email, isSubscribed }: ImportedSubscriber,
): Promise<SubscriberOutcome> {
  const read = subscriberEmailSchema.safeParse(email);
  if (!read.success) return 'not-an-address';
  return outcomeOf(isSubscribed, await findStanding(db, read.data));
}

/**
 * Adds a subscriber with the imported consent; sends no e-mail. An address that unsubscribed there is recorded as
 * ended; one that unsubscribed here stays unsubscribed. The write must hold the lock `subscribersLock`.
 */
export async function importSubscriber(
  write: Write,
  given: ImportedSubscriber,
  now: number,
): Promise<SubscriberOutcome> {
  const { db } = write;
  const read = subscriberEmailSchema.safeParse(given.email);
  if (!read.success) return 'not-an-address';
  const email = read.data;
  const standing = await findStanding(db, email);
  const outcome = outcomeOf(given.isSubscribed, standing);
  if (outcome !== 'added' && outcome !== 'ended-there') return outcome;
  const confirmed_at = Math.min(given.consentedAt ?? now, now);
  const consent = {
    form: `${importedForm} (${given.system})`,
    words: given.consent.slice(0, consentMax).toWellFormed().replaceAll('\0', ''),
    asked_at: given.consentedAt,
    confirmed_at,
  };
  if (outcome === 'ended-there') {
    if (await endSubscription(write, { email }, 'reader', now)) return outcome;
    const ended = { ...consent, ended_at: now, ended_by: 'reader' as const };
    await db
      .insertInto('newsletter_consents')
      .values({ id: rowId(), email, ...ended })
      .execute();
    return outcome;
  }
  if (standing.open) {
    // They requested it on this site and haven't confirmed yet.
    const { id } = standing.open;
    await db.updateTable('newsletter_consents').set(consent).where('id', '=', id).execute();
  } else {
    await db
      .insertInto('newsletter_consents')
      .values({ id: rowId(), email, ...consent })
      .execute();
  }
  await db.deleteFrom('subscription_requests').where('email', '=', email).execute();
  await db
    .insertInto('subscribers')
    .values({
      id: rowId(),
      email,
      secret: createSecretToken(),
      created_at: confirmed_at,
      bounces: 0,
    })
    .execute();
  return outcome;
}
