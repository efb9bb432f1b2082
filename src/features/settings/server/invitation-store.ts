import './tables.ts';
import { sql } from 'kysely';
import type { Replacement } from '../../../identity/define-feature.ts';
import { hashToken } from '../../../identity/session/secret-token.ts';
import { listed } from '../../../identity/since-backup.ts';
import type { RetentionRule } from '../../../storage/background/sweep.ts';
import type { Reader, Write } from '../../../storage/storage.ts';

type Db = Pick<Reader, 'selectFrom'>;

/** Maximum number of open invitations. */
export const invitationsMax = 200;
/** Invitations in the list, and people per invitation. */
const invitationsShown = 100;
const peopleShown = 20;

const yearMs = 365 * 24 * 60 * 60_000;

/** The people who used an invitation are shown for a year after its end. */
export const invitationRetention: readonly RetentionRule[] = [
  { table: 'invitations', key: ['id'], column: 'ends_at', keptMs: yearMs },
];

function openOnes(db: Db, now: number) {
  return db
    .selectFrom('invitations')
    .where('ends_at', '>', now)
    .where('revoked_at', 'is', null)
    .whereRef('people_came', '<', 'people_max');
}

export async function countOpen(db: Db, now: number): Promise<number> {
  const { count } = await openOnes(db, now)
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function isOpen(db: Db, token: string, now: number): Promise<boolean> {
  const row = await openOnes(db, now)
    .select('id')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Uses an invitation for a new account; false if it is used up, expired or revoked. The count is checked and raised in
 * one statement: of two sign-ups for the last place one succeeds.
 */
export async function redeemInvitation(
  { db }: Write,
  token: string,
  personId: string,
  now: number,
): Promise<boolean> {
  const row = await db
    .updateTable('invitations')
    .set({ people_came: sql`people_came + 1` })
    .where('token_hash', '=', hashToken(token))
    .where('ends_at', '>', now)
    .where('revoked_at', 'is', null)
    .whereRef('people_came', '<', 'people_max')
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  await db
    .insertInto('invited_people')
    .values({ person_id: personId, invitation_id: row.id, came_at: now })
    .execute();
  return true;
}

export interface NewInvitation {
  readonly id: string;
  readonly token: string;
  readonly label: string;
  readonly personId: string;
  readonly peopleMax: number;
  readonly createdAt: number;
  readonly endsAt: number;
}

export async function insertInvitation({ db }: Write, made: NewInvitation): Promise<void> {
  await db
    .insertInto('invitations')
    .values({
      id: made.id,
      token_hash: hashToken(made.token),
      label: made.label,
      person_id: made.personId,
      people_max: made.peopleMax,
      created_at: made.createdAt,
      ends_at: made.endsAt,
      revoked_at: null,
    })
    .execute();
}

/** Resolves to its label; undefined if it doesn't exist or is revoked already. */
export async function revoke({ db }: Write, id: string, now: number): Promise<string | undefined> {
  const row = await db
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('label')
    .executeTakeFirst();
  return row?.label;
}

/** The latest invitations, each with its creator and the latest people who used it. */
export async function findInvitations(db: Db) {
  const rows = await db
    .selectFrom('invitations')
    .leftJoin('people', 'people.id', 'invitations.person_id')
    .selectAll('invitations')
    .select('people.name as person_name')
    .orderBy('invitations.id', 'desc')
    .limit(invitationsShown)
    .execute();
  const peopleOf = (id: string) =>
    db
      .selectFrom('invited_people')
      .innerJoin('people', 'people.id', 'invited_people.person_id')
      .select(['people.id', 'people.name'])
      .where('invitation_id', '=', id)
      .orderBy('came_at', 'desc')
      .limit(peopleShown)
      .execute();
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      people: row.people_came > 0 ? await peopleOf(row.id) : [],
    })),
  );
}

export type InvitationRow = Awaited<ReturnType<typeof findInvitations>>[number];

/** Keeps uses and revocations of invitations since the backup, after a restore. */
export async function invitationsSinceBackup({ restored, replaced, isKept }: Replacement) {
  const read = (db: Reader) =>
    db.selectFrom('invitations').select(['id', 'label', 'people_came', 'revoked_at']).execute();
  const then = new Map((await read(restored)).map((row) => [row.id, row]));
  const labels: string[] = [];
  for (const { id, label, people_came, revoked_at } of await read(replaced)) {
    const known = then.get(id);
    const isUsed = known && (known.people_came < people_came || known.revoked_at !== revoked_at);
    if (!isUsed) continue;
    labels.push(`“${label}”`);
    if (!isKept) continue;
    const used = { people_came, revoked_at };
    await restored.updateTable('invitations').set(used).where('id', '=', id).execute();
  }
  if (labels.length === 0) return [];
  const outcome = isKept ? 'stay so' : 'are open again as they were';
  return [`Invitations that were used or taken back since ${outcome}: ${listed(labels)}.`];
}
