import { type Answer, answer } from '../../../identity/answer.ts';
import type { Identity } from '../../../identity/create-identity.ts';
import { notSignedIn, notYours, Problem } from '../../../platform/contract/problems.ts';
import type { CallRequest } from '../../../platform/http/answers.ts';
import { assertOwnNavigation } from '../../../platform/http/cross-site.ts';
import { networkOf } from '../../../platform/http/network-of.ts';
import type { RateLimiter } from '../../../platform/http/rate-limit.ts';
import type { Storage } from '../../../storage/storage.ts';
import { currentUser, endSession, startSession } from '../contract.ts';
import type { IdentityProvider, VouchedPerson } from './identity-provider.ts';
import { failureRule } from './limits.ts';
import { dropExpiredTokens, spendIdToken } from './one-time-tokens.ts';

export interface SessionParts {
  readonly storage: Storage;
  readonly identity: Identity;
  readonly limiter: RateLimiter;
  readonly provider: IdentityProvider;
  readonly now: () => number;
}

interface Proof extends VouchedPerson {
  readonly token: string;
}

/** Longer than any token is good for. */
const spentForMs = 10 * 60_000;

function bearerOf(request: CallRequest): string {
  const [, token] = /^Bearer ([\w.-]{1,16384})$/i.exec(request.headers.authorization ?? '') ?? [];
  if (!token) throw notSignedIn();
  return token;
}

/** The cookie that carries the site's session: given for an ID token, ended for the site's own pages. */
export function sessionAnswers(parts: SessionParts): readonly Answer[] {
  const { storage, limiter, provider, now } = parts;
  const { sessions, siteUrl } = parts.identity;
  const verified = new WeakMap<CallRequest, Proof>();

  async function identify(request: CallRequest): Promise<Proof> {
    const token = bearerOf(request);
    const network = networkOf(request.ip);
    await limiter.assertRoom(failureRule, network);
    try {
      return { ...(await provider.identify(token)), token };
    } catch (error) {
      const isGuess = error instanceof Problem && error.status < 500;
      if (isGuess) await limiter.take(failureRule, network);
      throw error;
    }
  }

  const begin = answer(startSession, async ({ body }, { request, reply }) => {
    const who = verified.get(request);
    if (!who) throw notSignedIn();
    if (body.email !== who.email) throw notYours();
    const { person, cookie } = await storage.write(async (write) => {
      const personId = await provider.admit(write, who);
      await dropExpiredTokens(write.db, now());
      const isFirstUse = await spendIdToken(write.db, who.token, now() + spentForMs);
      if (!isFirstUse) throw notSignedIn();
      return sessions.start(write, request, personId);
    });
    reply.header('set-cookie', cookie);
    return { user: person };
  });

  return [
    {
      ...begin,
      // Without proof the answer is 401, whatever else is wrong with what was sent.
      async admit(request) {
        verified.set(request, await identify(request));
      },
    },

    answer(currentUser, async (_input, { request }) => {
      const user = await sessions.personOf(request);
      return { user, idToken: user && (await provider.renew(user.id)) };
    }),

    answer(endSession, async (_input, { request, reply }) => {
      assertOwnNavigation(request.headers, siteUrl);
      reply.header('set-cookie', await sessions.end(request));
      return undefined;
    }),
  ];
}
