import { notSignedIn } from '../../platform/contract/problems.ts';
import { keptQuery } from '../../storage/kept-query.ts';
import type { Reader, Write } from '../../storage/storage.ts';
import { type Person, personOfRow, personTag } from '../person.ts';
import { assertNotSuspended } from '../suspension.ts';
import type { Session } from './session.ts';

const dayMs = 24 * 60 * 60_000;
/** Idle timeout of a session. */
export const idleLimitMs = 14 * dayMs;
/** Most concurrent sessions of one person; a further one ends the least recently used. */
const sessionsMax = 100;

type Db = Pick<Reader, 'selectFrom'>;

const sessionOfToken = keptQuery(
  (db, is: { readonly tokenHash: string; readonly now: number; readonly seenAfter: number }) =>
    db
      .selectFrom('sessions')
      .innerJoin('people', 'people.id', 'sessions.person_id')
      .select(['sessions.id', 'sessions.label', 'sessions.created_at', 'sessions.last_seen_at'])
      .select(['sessions.authenticated_at', 'sessions.expires_at'])
      .select(['people.id as person_id', 'people.email', 'people.name', 'people.photo_url'])
      .select(['people.role', 'people.is_editor'])
      .where('token_hash', '=', is.tokenHash)
      .where('expires_at', '>', is.now)
      .where('last_seen_at', '>', is.seenAfter)
      .where('people.ends_at', 'is', null),
);

/** The session of a cookie's token; null for an unknown or ended one. */
export async function findSession(
  db: Reader,
  tokenHash: string,
  now: number,
): Promise<Session | null> {
  const [row] = await sessionOfToken(db, { tokenHash, now, seenAfter: now - idleLimitMs });
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

/** Whether the session of a request is still open. */
export async function isOpen(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return row !== undefined;
}

/** A person's sessions, most recently used first. */
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

/** Deletes the session of a cookie's token, if any. */
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

/** Deletes a person's least recently used sessions above the limit. */
export async function makeRoom({ db, touch }: Write, personId: string): Promise<void> {
  touch(personTag(personId));
  const tooMany = db
    .selectFrom('sessions')
    .select('id')
    .where('person_id', '=', personId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .offset(sessionsMax - 1)
    // SQLite requires a limit with an offset.
    .limit(sessionsMax);
  await db.deleteFrom('sessions').where('id', 'in', tooMany).execute();
}

/**
 * The account of a person who signs in: every sign-in calls this. Throws `account-suspended` while it is suspended, and
 * `not-signed-in` where it doesn't exist.
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
