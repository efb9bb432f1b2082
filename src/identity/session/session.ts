import { randomUUID } from 'node:crypto';
import { notSignedIn } from '../../platform/contract/problems.ts';
import type { CallRequest } from '../../platform/http/answers/answers.ts';
import { warnThrottled } from '../../platform/http/log/log-problem.ts';
import type { FoundMember } from '../../platform/page-cache/slots/members.ts';
import type { RetentionRule } from '../../storage/background/sweep.ts';
import type { Storage, Write } from '../../storage/storage.ts';
import { type Person, personTag } from '../person.ts';
import { deleteTokensOf } from '../tokens/token-rows.ts';
import { cookieJar } from './cookies.ts';
import { describeBrowser } from './describe-browser.ts';
import { createSecretToken, hashToken, isSecretToken } from './secret-token.ts';
import {
  dropSession,
  findSession,
  idleLimitMs,
  listSessions,
  makeRoom,
  standingPerson,
} from './session-rows.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Absolute timeout of a session, however busy it is. */
export const absoluteLimitMs = 90 * dayMs;
/** Precision of "last seen": a write for each request would have no benefit. */
const seenStepMs = 10 * minuteMs;

export interface Session {
  readonly id: string;
  readonly person: Person;
  readonly label: string;
  readonly createdAt: number;
  /** When the person authenticated: re-authentication checks this age. */
  readonly authenticatedAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
}

/** The parts of a request that identify its session. */
export type RequestHead = Pick<CallRequest, 'headers'>;

export interface BegunSession {
  readonly person: Person;
  /** `Set-Cookie` value. */
  readonly cookie: string;
}

export interface Sessions {
  /** The session of a request's cookie; null for an unknown or ended one. */
  sessionOf(request: CallRequest): Promise<Session | null>;
  personOf(request: CallRequest): Promise<Person | null>;
  /** Ignores the session of this request's cookie from now on: a token beside it says who calls. */
  ignoreCookieOf(request: CallRequest): void;
  /** The hash of a well-formed session token in a `Cookie` header; without one the request is anonymous. */
  tokenOf(cookie: string): string | undefined;
  /** The member of a request's session, and how long the result may be cached unless a tag is touched. */
  findMember(request: CallRequest): Promise<FoundMember | null>;
  /**
   * Starts a session and ends that of the request. `authenticatedAt` is when the person authenticated, in milliseconds
   * since 1970; the session lasts 90 days from then. Throws `not-signed-in` where the account is deleted, and
   * `account-suspended`.
   */
  start(
    write: Write,
    request: RequestHead,
    personId: string,
    authenticatedAt: number,
  ): Promise<BegunSession>;
  /**
   * Rotates the cookie of the person's session of this id, and ends that of the request, if it is another. The session
   * keeps its age, and its old cookie becomes invalid. Throws `not-signed-in` where it has ended, and
   * `account-suspended`.
   */
  resume(write: Write, request: RequestHead, personId: string, id: string): Promise<BegunSession>;
  /** Ends the request's session. Idempotent. Returns the `Set-Cookie` value; undefined if the cookie is ignored. */
  end(request: CallRequest): Promise<string | undefined>;
  list(personId: string): Promise<readonly Omit<Session, 'person' | 'expiresAt'>[]>;
  /** Ends one of a person's own sessions; false where there is no such session. */
  endOne(write: Write, personId: string, id: string): Promise<boolean>;
  /** The `Set-Cookie` value that removes the cookie. */
  clearCookie(): string;
}

export interface SessionsOptions {
  readonly storage: Storage;
  readonly siteUrl: string;
  readonly now: () => number;
}

/**
 * Ends all sessions of a person and revokes their tokens, in the write with the cause: locking others out of an account
 * includes their programs.
 */
export async function endSessionsOf(write: Write, personId: string): Promise<void> {
  const { db, touch } = write;
  touch(personTag(personId));
  await deleteTokensOf(write, personId);
  await db.deleteFrom('sessions').where('person_id', '=', personId).execute();
}

/** Expired sessions; they are invalid even before the sweep deletes them. */
export const sessionRetention: readonly RetentionRule[] = [
  { table: 'sessions', key: ['token_hash'], column: 'expires_at', keptMs: 0 },
];

export function createSessions({ storage, siteUrl, now }: SessionsOptions): Sessions {
  const cookie = cookieJar('session', siteUrl);
  const known = new WeakMap<CallRequest, Promise<Session | null>>();
  const ignored = new WeakSet<CallRequest>();
  // A replica may lag and show an ended session; SQLite's reader sees every commit.
  const reader = storage.engine === 'sqlite' ? storage.reader : storage.writer;

  function tokenOf(header: string | undefined): string | undefined {
    const token = cookie.read(header);
    return token !== undefined && isSecretToken(token) ? hashToken(token) : undefined;
  }

  function tokenHashOf(request: RequestHead): string | undefined {
    return tokenOf(request.headers.cookie);
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
        { lockKeys: [`session:${tokenHash}`] },
      );
    } catch (error) {
      // Reads continue while the database is read-only; the session only looks idle for longer than it was.
      warnThrottled(request.log, error, 'could not note that a session is in use');
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

  async function sessionOf(request: CallRequest): Promise<Session | null> {
    if (ignored.has(request)) return null;
    const session = known.get(request) ?? look(request);
    known.set(request, session);
    return session;
  }

  function cookieOf(token: string, expiresAt: number): string {
    return cookie.write(token, Math.ceil((expiresAt - now()) / 1000));
  }

  return {
    sessionOf,
    tokenOf,
    async findMember(request) {
      const session = await sessionOf(request);
      if (!session) return null;
      const { person, lastSeenAt, expiresAt } = session;
      // After that, the next request updates "last seen".
      const seenUntil = Math.max(lastSeenAt, now() - seenStepMs) + seenStepMs;
      return {
        viewer: person,
        tags: [personTag(person.id)],
        goodUntil: Math.min(expiresAt, seenUntil),
      };
    },
    async personOf(request) {
      return (await sessionOf(request))?.person ?? null;
    },
    async start(write, request, personId, authenticatedAt) {
      const token = createSecretToken();
      const time = now();
      const provedAt = Math.min(authenticatedAt, time);
      const person = await standingPerson(write, personId, time);
      await dropSession(write, tokenHashOf(request));
      await makeRoom(write, personId);
      await write.db
        .insertInto('sessions')
        .values({
          token_hash: hashToken(token),
          id: randomUUID(),
          person_id: personId,
          label: describeBrowser(request.headers['user-agent']),
          created_at: time,
          authenticated_at: provedAt,
          last_seen_at: time,
          expires_at: provedAt + absoluteLimitMs,
        })
        .execute();
      return { person, cookie: cookieOf(token, provedAt + absoluteLimitMs) };
    },
    async resume(write, request, personId, id) {
      const token = createSecretToken();
      const time = now();
      const person = await standingPerson(write, personId, time);
      const oldTokenHash = tokenHashOf(request);
      const moved = await write.db
        .updateTable('sessions')
        .set({
          token_hash: hashToken(token),
          label: describeBrowser(request.headers['user-agent']),
          last_seen_at: time,
        })
        .where('id', '=', id)
        .where('person_id', '=', personId)
        .where('expires_at', '>', time)
        .where('last_seen_at', '>', time - idleLimitMs)
        .returning('expires_at')
        .executeTakeFirst();
      if (!moved) throw notSignedIn();
      write.touch(personTag(personId));
      await dropSession(write, oldTokenHash);
      return { person, cookie: cookieOf(token, moved.expires_at) };
    },
    ignoreCookieOf: (request) => void ignored.add(request),
    async end(request) {
      if (ignored.has(request)) return undefined;
      const tokenHash = tokenHashOf(request);
      if (tokenHash) {
        await storage.write((write) => dropSession(write, tokenHash), { lockKeys: [] });
      }
      return cookie.clear();
    },
    list: (personId) => listSessions(reader, personId, now()),
    async endOne({ db, touch }, personId, id) {
      touch(personTag(personId));
      const ended = await db
        .deleteFrom('sessions')
        .where('person_id', '=', personId)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst();
      return ended !== undefined;
    },
    clearCookie: () => cookie.clear(),
  };
}
