import { notSignedIn } from '../../platform/contract/problems.ts';
import type { Reader, Write } from '../../storage/storage.ts';
import { type Person, personOfRow, personTag } from '../person.ts';
import { assertNotSuspended } from '../suspension.ts';
import type { Session } from './session.ts';

const dayMs = 24 * 60 * 60_000;
/** A session that nobody uses for this long is over. */
export const idleLimitMs = 14 * dayMs;
/** Sessions of one person at the same time; a further one ends the one that was seen the longest ago. */
const sessionsMax = 100;

type Db = Pick<Reader, 'selectFrom'>;

/** The session that a cookie's token opens; null for none, and for one that has ended. */
export async function findSession(db: Db, tokenHash: string, now: number): Promise<Session | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .select(['sessions.id', 'sessions.label', 'sessions.created_at', 'sessions.last_seen_at'])
    .select(['sessions.authenticated_at', 'sessions.expires_at'])
    .select(['people.id as person_id', 'people.email', 'people.name', 'people.photo_url'])
    .select(['people.role', 'people.is_editor'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', now - idleLimitMs)
    .where('people.ends_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    label: row.label,
    createdAt: row.created_at,
    authenticatedAt: row.authenticated_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    person: personOfRow({ ...row, id: row.person_id }),
  };
}

/** Whether a session that a request came with hasn't been ended since. */
export async function isOpen(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return row !== undefined;
}

/** A person's sessions, the one that was seen last first. */
export async function listSessions(db: Db, personId: string, now: number) {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'label', 'created_at', 'authenticated_at', 'last_seen_at'])
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', now - idleLimitMs)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    createdAt: row.created_at,
    authenticatedAt: row.authenticated_at,
    lastSeenAt: row.last_seen_at,
  }));
}

/** Ends the session that a cookie's token opened, where there is one. */
export async function dropSession(
  { db, touch }: Write,
  tokenHash: string | undefined,
): Promise<void> {
  if (tokenHash === undefined) return;
  const dropped = await db
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .returning('person_id')
    .executeTakeFirst();
  if (dropped) touch(personTag(dropped.person_id));
}

/** Ends what is one too many of a person's sessions. */
export async function makeRoom({ db, touch }: Write, personId: string): Promise<void> {
  touch(personTag(personId));
  const tooMany = db
    .selectFrom('sessions')
    .select('id')
    .where('person_id', '=', personId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .offset(sessionsMax - 1)
    // SQLite wants a limit before an offset.
    .limit(sessionsMax);
  await db.deleteFrom('sessions').where('id', 'in', tooMany).execute();
}

/**
 * The account of a person who may have a session. Throws `account-suspended` where it is suspended now, `not-signed-in`
 * where there is none: every sign-in ends here.
 */
export async function standingPerson(
  { db }: Write,
  personId: string,
  now: number,
): Promise<Person> {
  const row = await db
    .selectFrom('people')
    .select(['id', 'email', 'name', 'photo_url', 'role', 'is_editor'])
    .select(['suspended_until', 'suspension_reason'])
    .where('id', '=', personId)
    .where('ends_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notSignedIn();
  assertNotSuspended(row, now);
  return personOfRow(row);
}
