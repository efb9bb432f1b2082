import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginSession } from '../../../identity/begin-session.ts';
import type { Identity } from '../../../identity/create-identity.ts';
import type { Identity as VerifiedIdentity } from '../../../identity/identity-provider.ts';
import { failureQuota } from '../../../identity/throttle.ts';
import { notSignedIn, notYours, Problem } from '../../../platform/contract/problems.ts';
import { bind } from '../../../platform/http/bind.ts';
import { assertOwnNavigation } from '../../../platform/http/cross-site.ts';
import { networkOf } from '../../../platform/http/network-of.ts';
import type { Storage } from '../../../storage/storage.ts';
import { endSession, startSession } from '../contract.ts';

export interface SessionRoutesOptions {
  readonly storage: Storage;
  readonly identity: Identity;
}

function bearerOf(request: FastifyRequest): string {
  const [, token] = /^Bearer ([\w.-]{1,4096})$/i.exec(request.headers.authorization ?? '') ?? [];
  if (!token) throw notSignedIn();
  return token;
}

/** The cookie that carries the site's session: given for an ID token, ended for the site's own pages. */
export function sessionRoutes(app: FastifyInstance, { storage, identity }: SessionRoutesOptions) {
  const { provider, sessions, throttle, guard, siteUrl } = identity;
  const verified = new WeakMap<FastifyRequest, VerifiedIdentity>();

  async function identify(request: FastifyRequest): Promise<VerifiedIdentity> {
    const token = bearerOf(request);
    const network = networkOf(request.ip);
    await throttle.assertOpen(failureQuota, network);
    try {
      return await provider.identify(token);
    } catch (error) {
      if (error instanceof Problem) await throttle.spend(failureQuota, network);
      throw error;
    }
  }

  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      verified.set(request, await identify(request));
    });
    // Without proof the answer is 401, whatever else is wrong with what was sent.
    scope.setErrorHandler(async (error, request) => {
      throw request.headers.authorization ? error : notSignedIn();
    });
    bind(scope, guard, startSession, async ({ body }, { request, reply }) => {
      const who = verified.get(request);
      if (!who) throw notSignedIn();
      if (body.email !== who.email) throw notYours();
      const { user, cookie } = await beginSession(storage, sessions, request, who);
      reply.header('set-cookie', cookie).header('cache-control', 'no-store');
      return { user };
    });
  });

  bind(app, guard, endSession, async (_input, { request, reply }) => {
    assertOwnNavigation(request.headers, siteUrl);
    reply.header('set-cookie', await sessions.end(request)).header('cache-control', 'no-store');
    return undefined;
  });
}
