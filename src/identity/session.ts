import { randomUUID } from 'node:crypto';
import type { CallRequest } from '../platform/http/answers.ts';
import type { Reader, Storage, Write } from '../storage/storage.ts';
import { cookieJar } from './cookies.ts';
import { describeBrowser } from './describe-browser.ts';
import { type Person, personOfRow } from './person.ts';
import { createSecretToken, hashToken, isSecretToken } from './secret-token.ts';
import type { SessionsTable } from './tables.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** A session that nobody uses for this long is over. */
export const idleLimitMs = 14 * dayMs;
/** A session that is used all the time is over after this long. */
export const absoluteLimitMs = 90 * dayMs;
/** How exactly "last seen" is kept: a write per request would buy nothing. */
const seenStepMs = 10 * minuteMs;

export interface Session {
  readonly id: string;
  readonly person: Person;
  readonly label: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly lastSeenAt: number;
}

/** As much of a request as tells whose it is. */
export type RequestHead = Pick<CallRequest, 'headers'>;

export interface BegunSession {
  readonly person: Person;
  /** `Set-Cookie` value. */
  readonly cookie: string;
}

export interface Sessions {
  /** The session of a request's cookie; null for none, and for one that has ended. */
  sessionOf(request: CallRequest): Promise<Session | null>;
  personOf(request: CallRequest): Promise<Person | null>;
  /** Begins a session and ends the one the request came with. */
  start(write: Write, request: RequestHead, personId: string): Promise<BegunSession>;
  /** Ends the request's session. Returns the `Set-Cookie` value; doing it twice is harmless. */
  end(request: RequestHead): Promise<string>;
  list(personId: string): Promise<readonly Omit<Session, 'person'>[]>;
  /** Ends one of a person's own sessions; false where there is no such one. */
  endOne(personId: string, id: string): Promise<boolean>;
  /** The `Set-Cookie` value that removes the cookie. */
  clearCookie(): string;
}

export interface SessionsOptions {
  readonly storage: Storage;
  readonly siteUrl: string;
  readonly now: () => number;
}

/** Ends all sessions of a person, inside the write that gives the reason. */
export async function endSessionsOf({ db }: Write, personId: string): Promise<void> {
  await db.deleteFrom('sessions').where('person_id', '=', personId).execute();
}

type Db = Pick<Reader, 'selectFrom'>;

async function findSession(db: Db, tokenHash: string, now: number): Promise<Session | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .select(['sessions.id', 'sessions.label', 'sessions.created_at', 'sessions.last_seen_at'])
    .select(['people.id as person_id', 'people.email', 'people.name', 'people.photo_url'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', now - idleLimitMs)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    label: row.label,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    person: personOfRow({ ...row, id: row.person_id }),
  };
}

async function listSessions(db: Db, personId: string, now: number) {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'label', 'created_at', 'last_seen_at'])
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
    lastSeenAt: row.last_seen_at,
  }));
}

/** Puts a new session in the place of the one that `oldTokenHash` opened, and drops what is out of date. */
async function replaceSession(
  { db }: Write,
  oldTokenHash: string | undefined,
  session: Omit<SessionsTable, 'last_seen_at' | 'expires_at'>,
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((row) =>
      row.or([
        row('token_hash', '=', oldTokenHash ?? ''),
        row('expires_at', '<=', session.created_at),
      ]),
    )
    .execute();
  await db
    .insertInto('sessions')
    .values({
      ...session,
      last_seen_at: session.created_at,
      expires_at: session.created_at + absoluteLimitMs,
    })
    .execute();
}

export function createSessions({ storage, siteUrl, now }: SessionsOptions): Sessions {
  const cookie = cookieJar('session', siteUrl);
  const known = new WeakMap<CallRequest, Promise<Session | null>>();
  // A replica may still show a session that has ended; SQLite's reader sees every commit.
  const reader = storage.engine === 'sqlite' ? storage.reader : storage.writer;

  function tokenHashOf(request: RequestHead): string | undefined {
    const token = cookie.read(request.headers.cookie);
    return token && isSecretToken(token) ? hashToken(token) : undefined;
  }

  async function noteSeen(request: CallRequest, tokenHash: string): Promise<void> {
    try {
      await storage.write(
        ({ db }) =>
          db
            .updateTable('sessions')
            .set({ last_seen_at: now() })
            .where('token_hash', '=', tokenHash)
            .execute(),
        { alone: [`session:${tokenHash}`] },
      );
    } catch (error) {
      // Reading goes on while nothing can be written; the session only looks idle for longer than it was.
      request.log.warn({ err: error }, 'could not note that a session is in use');
    }
  }

  async function look(request: CallRequest): Promise<Session | null> {
    const tokenHash = tokenHashOf(request);
    const session = tokenHash ? await findSession(reader, tokenHash, now()) : null;
    if (tokenHash && session && session.lastSeenAt < now() - seenStepMs) {
      await noteSeen(request, tokenHash);
    }
    return session;
  }

  function sessionOf(request: CallRequest): Promise<Session | null> {
    const session = known.get(request) ?? look(request);
    known.set(request, session);
    return session;
  }

  return {
    sessionOf,
    async personOf(request) {
      return (await sessionOf(request))?.person ?? null;
    },
    async start(write, request, personId) {
      const token = createSecretToken();
      await replaceSession(write, tokenHashOf(request), {
        token_hash: hashToken(token),
        id: randomUUID(),
        person_id: personId,
        label: describeBrowser(request.headers['user-agent']),
        created_at: now(),
      });
      const row = await write.db
        .selectFrom('people')
        .select(['id', 'email', 'name', 'photo_url'])
        .where('id', '=', personId)
        .executeTakeFirstOrThrow();
      return { person: personOfRow(row), cookie: cookie.write(token, absoluteLimitMs / 1000) };
    },
    async end(request) {
      const tokenHash = tokenHashOf(request);
      if (tokenHash) {
        await storage.write(({ db }) =>
          db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute(),
        );
      }
      return cookie.clear();
    },
    list: (personId) => listSessions(reader, personId, now()),
    async endOne(personId, id) {
      const ended = await storage.write(({ db }) =>
        db
          .deleteFrom('sessions')
          .where('person_id', '=', personId)
          .where('id', '=', id)
          .returning('id')
          .execute(),
      );
      return ended.length > 0;
    },
    clearCookie: () => cookie.clear(),
  };
}
