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

/** Precision of "last used": a write for each call would have no benefit. */
const usedStepMs = 10 * 60_000;
const spanMs = 60_000;
/** Calls per token and minute, in each process. Writes have limits of their own. */
const callsMax = 600;
/** Invalid tokens per network and minute, before further ones are rejected without a look-up. */
const failuresMax = 60;

/** Authentication by a personal token instead of a session's cookie. */
export interface PersonalTokens {
  /** The request's bearer token; undefined where it uses a cookie. */
  readonly bearerOf: (request: Pick<CallRequest, 'headers'>) => string | undefined;
  /**
   * The session of a call with a token. Throws `token-not-valid`; `token-not-enough` where its scope doesn't suffice,
   * or the endpoint accepts no tokens; and `too-many-requests`.
   */
  admit(endpoint: Endpoint, request: CallRequest, token: string): Promise<Session>;
}

export interface PersonalTokensOptions {
  readonly storage: Storage;
  /** Factor on the limits; 0 switches them off. */
  readonly limits: number;
  readonly now: () => number;
}

export function createPersonalTokens({
  storage,
  limits,
  now,
}: PersonalTokensOptions): PersonalTokens {
  // A replica may lag and show a revoked token; SQLite's reader sees every commit.
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
      // Reads continue while the database is read-only.
      warnThrottled(request.log, error, 'could not note that a token is in use');
    }
  }

  async function find(request: CallRequest, token: string): Promise<TokenSession> {
    const network = networkOf(request.ip);
    const tokenHash = isPersonalToken(token) ? hashToken(token) : undefined;
    // Tokens that were valid in this window stay accepted while another client of the network floods the site.
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
