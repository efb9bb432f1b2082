import { z } from 'zod';
import type { Replacement } from '../../../identity/define-feature.ts';
import { createSecretToken } from '../../../identity/session/secret-token.ts';
import { keptQuery } from '../../../storage/kept-query.ts';
import type { Reader, Storage, Write } from '../../../storage/storage.ts';
import { type Kind, kinds, type MailedKind } from '../kinds.ts';

type Db = Pick<Reader, 'selectFrom'>;

const minuteMs = 60_000;
/** How long replies and decisions are collected for one e-mail, in milliseconds. */
export const collectedMs = 15 * minuteMs;
/** Interval of e-mails about new blogs, in milliseconds. */
export const digestEveryMs = 24 * 60 * minuteMs;

export interface ChoiceRow {
  readonly isHere: boolean;
  /** Undefined where the person wants no e-mails. */
  readonly secret: string | undefined;
  readonly seenAt: number;
  readonly toldAt: number;
  /** Whether an e-mail is scheduled. */
  readonly isDue: boolean;
}

const unchosen: ChoiceRow = {
  isHere: true,
  secret: undefined,
  seenAt: 0,
  toldAt: 0,
  isDue: false,
};

const choicesOf = keptQuery((db, { personId }: { readonly personId: string }) =>
  db
    .selectFrom('notification_choices')
    .select(['kind', 'is_here', 'secret', 'seen_at', 'told_at', 'due_at'])
    .where('person_id', '=', personId),
);

/** A person's choices for every kind. */
export async function findChoices(db: Reader, personId: string): Promise<Record<Kind, ChoiceRow>> {
  const rows = await choicesOf(db, { personId });
  const known = new Map(rows.map((row) => [row.kind, row]));
  const choiceOf = (kind: Kind): ChoiceRow => {
    const row = known.get(kind);
    if (!row) return unchosen;
    const { is_here, secret, seen_at, told_at, due_at } = row;
    return {
      isHere: is_here !== 0,
      secret: secret ?? undefined,
      seenAt: seen_at,
      toldAt: told_at,
      isDue: due_at !== null,
    };
  };
  return Object.fromEntries(kinds.map((kind) => [kind, choiceOf(kind)])) as Record<Kind, ChoiceRow>;
}

interface ChoiceOf {
  readonly personId: string;
  readonly kind: Kind;
}

type Change = Readonly<
  Partial<{
    is_here: number;
    secret: string | null;
    seen_at: number;
    told_at: number;
    due_at: number | null;
  }>
>;

async function change({ db }: Write, { personId, kind }: ChoiceOf, to: Change): Promise<void> {
  await db
    .insertInto('notification_choices')
    .values({ person_id: personId, kind, ...to })
    .onConflict((conflict) => conflict.columns(['person_id', 'kind']).doUpdateSet(to))
    .execute();
}

export function chooseHere(write: Write, of: ChoiceOf, isHere: boolean): Promise<void> {
  return change(write, of, { is_here: isHere ? 1 : 0 });
}

/** Subscribes to e-mails about later events. Idempotent. */
export async function beginEmails(
  write: Write,
  of: ChoiceOf & { readonly kind: MailedKind },
  now: number,
): Promise<void> {
  const { secret } = (await findChoices(write.db, of.personId))[of.kind];
  if (secret !== undefined) return;
  await change(write, of, {
    secret: createSecretToken(),
    told_at: now,
    due_at: of.kind === 'blog' ? now + digestEveryMs : null,
  });
}

export function endEmails(write: Write, of: ChoiceOf): Promise<void> {
  return change(write, of, { secret: null, due_at: null });
}

/** Records up to when the person has seen new blogs. */
export function noteSeen(write: Write, personId: string, seenAt: number): Promise<void> {
  return change(write, { personId, kind: 'blog' }, { seen_at: seenAt });
}

/** Schedules an e-mail about an event. */
export function noteDue(write: Write, of: ChoiceOf, now: number): Promise<void> {
  return change(write, of, { due_at: now + collectedMs });
}

/**
 * Records up to when e-mails have reported events. The next e-mail about new blogs is scheduled in a day; of other
 * kinds, by the next event.
 */
export function noteSent(
  write: Write,
  of: ChoiceOf,
  { toldAt, now }: { readonly toldAt: number; readonly now: number },
): Promise<void> {
  const due_at = of.kind === 'blog' ? now + digestEveryMs : null;
  return change(write, of, { told_at: toldAt, due_at });
}

export interface DueEmail {
  readonly personId: string;
  readonly kind: MailedKind;
}

/** The next due e-mails. */
export async function findDue(db: Db, now: number, limit: number): Promise<readonly DueEmail[]> {
  const rows = await db
    .selectFrom('notification_choices')
    .select(['person_id as personId', 'kind'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('person_id')
    .limit(limit)
    .execute();
  return rows.map(({ personId, kind }) => ({ personId, kind: kind as MailedKind }));
}

async function findBySecret(db: Db, secret: string) {
  return db
    .selectFrom('notification_choices')
    .select(['person_id', 'kind'])
    .where('secret', '=', secret)
    .executeTakeFirst();
}

/** Unsubscribes by the secret in the link that each of these e-mails contains. */
export const endableNotificationEmails = {
  has: async (db: Db, secret: string) => (await findBySecret(db, secret)) !== undefined,
  async end(write: Write, secret: string) {
    const row = await findBySecret(write.db, secret);
    if (row) await endEmails(write, { personId: row.person_id, kind: row.kind as Kind });
  },
};

/** Prevents e-mails about events before the restore. */
export async function choicesAfterRestore(db: Reader, now: number): Promise<void> {
  await db
    .updateTable('notification_choices')
    .set({ told_at: now })
    .where('secret', 'is not', null)
    .execute();
}

/** People who unsubscribed after the backup was made stay unsubscribed. */
export async function choicesSinceBackup({ restored, replaced, isKept }: Replacement) {
  const read = (db: Reader) =>
    db
      .selectFrom('notification_choices')
      .select(['person_id', 'kind'])
      .where('secret', 'is not', null)
      .execute();
  const nameOf = (row: { person_id: string; kind: string }) => `${row.kind} ${row.person_id}`;
  const still = new Set((await read(replaced)).map(nameOf));
  const ended = (await read(restored)).filter((row) => !still.has(nameOf(row)));
  if (ended.length === 0) return [];
  if (isKept) {
    for (const { person_id, kind } of ended) {
      await restored
        .updateTable('notification_choices')
        .set({ secret: null, due_at: null })
        .where('person_id', '=', person_id)
        .where('kind', '=', kind)
        .execute();
    }
  }
  const outcome = isKept ? 'stay without them' : 'get them again';
  return [`${ended.length} e-mails about notifications that people ended since ${outcome}.`];
}

/** Personal data of this feature: the choices of notifications. */
export function personalChoices(storage: Storage) {
  return {
    name: 'notificationChoices',
    row: z.object({ kind: z.string(), is_here: z.number(), is_by_email: z.boolean() }),
    async *rowsOf(personId: string): AsyncIterable<unknown> {
      const rows = await storage.reader
        .selectFrom('notification_choices')
        .select(['kind', 'is_here', 'secret'])
        .where('person_id', '=', personId)
        .execute();
      yield* rows.map(({ secret, ...row }) => ({ ...row, is_by_email: secret !== null }));
    },
  };
}
