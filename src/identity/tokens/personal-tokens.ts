import type { Endpoint } from '../../platform/contract/define-endpoint.ts';
import { tokenScopeOf } from '../../platform/contract/define-endpoint.ts';
import {
  tokenNotEnough,
  tokenNotValid,
  tooManyRequests,
} from '../../platform/contract/problems.ts';
import type { CallRequest } from '../../platform/http/answers/answers.ts';
import { networkOf } from '../../platform/http/ingress/network-of.ts';
import { warnThrottled } from '../../platform/http/log/log-problem.ts';
import type { Storage } from '../../storage/storage.ts';
import { hashToken } from '../session/secret-token.ts';
import type { Session } from '../session/session.ts';
import { type CallCounts, createCallCounts } from './call-counts.ts';
import { findTokenSession, noteTokenUsed, type TokenSession } from './token-rows.ts';
import { bearerOf, isPersonalToken } from './token-text.ts';

/** How exactly "last used" is kept: a write per call would buy nothing. */
const usedStepMs = 10 * 60_000;
const spanMs = 60_000;
/** Calls by one token in a minute, in each process. What a call changes has limits of its own beside it. */
const callsMax = 600;
/** Tokens from one network in a minute that turn out to be none, before they are no longer looked up. */
const failuresMax = 60;

/** Calls that come with a personal token instead of a session's cookie. */
export interface PersonalTokens {
  /** What the request gives as its token; undefined where it goes by its cookie. */
  readonly bearerOf: (request: Pick<CallRequest, 'headers'>) => string | undefined;
  /**
   * The session of a call by a token. Throws `token-not-valid`, `token-not-enough` where its scope isn't what the call needs or
   * no token may make it, and `too-many-requests`.
   */
  admit(endpoint: Endpoint, request: CallRequest, token: string): Promise<Session>;
}

export interface PersonalTokensOptions {
  readonly storage: Storage;
  /** The factor on the limits; 0 switches them off. */
  readonly limits: number;
  readonly now: () => number;
}

export function createPersonalTokens({
  storage,
  limits,
  now,
}: PersonalTokensOptions): PersonalTokens {
  // A replica may still show a token that was revoked; SQLite's reader sees every commit.
  const reader = storage.engine === 'sqlite' ? storage.reader : storage.writer;
  const calls = createCallCounts(spanMs, now);
  const failures = createCallCounts(spanMs, now);

  function assertRoom(counts: CallCounts, name: string, limit: number): void {
    if (limits > 0 && counts.count(name) >= limit * limits) {
      throw tooManyRequests({ retryAfter: counts.secondsLeft() });
    }
  }

  async function noteUsed(request: CallRequest, tokenHash: string): Promise<void> {
    try {
      await storage.write((write) => noteTokenUsed(write, tokenHash, now()), {
        lockKeys: [`token:${tokenHash}`],
      });
    } catch (error) {
      // Reading goes on while nothing can be written.
      warnThrottled(request.log, error, 'could not note that a token is in use');
    }
  }

  async function find(request: CallRequest, token: string): Promise<TokenSession> {
    const network = networkOf(request.ip);
    const tokenHash = isPersonalToken(token) ? hashToken(token) : undefined;
    // Neighbours of who floods the site go on with the tokens that are known.
    if (tokenHash === undefined || calls.count(tokenHash) === 0) {
      assertRoom(failures, network, failuresMax);
    }
    const session = tokenHash ? await findTokenSession(reader, tokenHash, now()) : null;
    if (!tokenHash || !session) {
      failures.add(network);
      throw tokenNotValid();
    }
    assertRoom(calls, tokenHash, callsMax);
    calls.add(tokenHash);
    if ((session.lastUsedAt ?? 0) < now() - usedStepMs) await noteUsed(request, tokenHash);
    return session;
  }

  return {
    bearerOf: ({ headers }) => bearerOf(headers),
    async admit(endpoint, request, token) {
      const session = await find(request, token);
      const needed = tokenScopeOf(endpoint);
      if (needed === undefined) throw tokenNotEnough();
      if (needed === 'write' && session.scope !== 'write') {
        throw tokenNotEnough({ message: 'This call needs a token with the scope “write”.' });
      }
      return session;
    },
  };
}
