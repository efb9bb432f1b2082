import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Identity } from '../../../identity/create-identity.ts';
import { Problem, problem } from '../../../platform/contract/problems.ts';
import { bind } from '../../../platform/http/bind.ts';
import { assertOwnNavigation } from '../../../platform/http/cross-site.ts';
import { networkOf } from '../../../platform/http/network-of.ts';
import type { RateLimiter } from '../../../platform/http/rate-limit.ts';
import type { Storage } from '../../../storage/storage.ts';
import { currentUser, endSession, startSession } from '../contract.ts';
import type { IdentityProvider, VouchedPerson } from './identity-provider.ts';
import { failureRule } from './limits.ts';
import { dropExpiredTokens, spendIdToken } from './one-time-tokens.ts';

export interface SessionRoutesOptions {
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

function bearerOf(request: FastifyRequest): string {
  const [, token] = /^Bearer ([\w.-]{1,16384})$/i.exec(request.headers.authorization ?? '') ?? [];
  if (!token) throw problem('not-signed-in');
  return token;
}

/** The cookie that carries the site's session: given for an ID token, ended for the site's own pages. */
export function sessionRoutes(app: FastifyInstance, options: SessionRoutesOptions): void {
  const { storage, limiter, provider, now } = options;
  const { sessions, guard, siteUrl } = options.identity;
  const verified = new WeakMap<FastifyRequest, Proof>();

  async function identify(request: FastifyRequest): Promise<Proof> {
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

  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      verified.set(request, await identify(request));
    });
    // Without proof the answer is 401, whatever else is wrong with what was sent.
    scope.setErrorHandler(async (error, request) => {
      throw request.headers.authorization ? error : problem('not-signed-in');
    });
    bind(scope, guard, startSession, async ({ body }, { request, reply }) => {
      const who = verified.get(request);
      if (!who) throw problem('not-signed-in');
      if (body.email !== who.email) throw problem('not-yours');
      const { person, cookie } = await storage.write(async (write) => {
        const personId = await provider.admit(write, who);
        await dropExpiredTokens(write.db, now());
        const isFirstUse = await spendIdToken(write.db, who.token, now() + spentForMs);
        if (!isFirstUse) throw problem('not-signed-in');
        return sessions.start(write, request, personId);
      });
      reply.header('set-cookie', cookie).header('cache-control', 'no-store');
      return { user: person };
    });
  });

  bind(app, guard, currentUser, async (_input, { request, reply }) => {
    reply.header('cache-control', 'no-store');
    const user = await sessions.personOf(request);
    return { user, idToken: user && (await provider.renew(user.id)) };
  });

  bind(app, guard, endSession, async (_input, { request, reply }) => {
    assertOwnNavigation(request.headers, siteUrl);
    reply.header('set-cookie', await sessions.end(request)).header('cache-control', 'no-store');
    return undefined;
  });
}
