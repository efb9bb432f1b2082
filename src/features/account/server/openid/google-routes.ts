import type { FastifyInstance } from 'fastify';
import type { Identity } from '../../../../identity/create-identity.ts';
import { problem } from '../../../../platform/contract/problems.ts';
import { bind } from '../../../../platform/http/bind.ts';
import { networkOf } from '../../../../platform/http/network-of.ts';
import type { RateLimiter } from '../../../../platform/http/rate-limit.ts';
import { finishGoogle, linkGoogle } from '../../contract.ts';
import { googleDonePage, googleDoneScript } from './google-done-page.ts';
import type { GoogleSignIn } from './google-sign-in.ts';
import { openIdRoutes } from './openid-routes.ts';

export interface GoogleRoutesOptions {
  readonly identity: Identity;
  readonly limiter: RateLimiter;
  /** Undefined where the site has no Google settings. */
  readonly google: GoogleSignIn | undefined;
}

/** Google sign-in: the browser's way there and back, and the outcome for the page that began it. */
export function googleRoutes(app: FastifyInstance, options: GoogleRoutesOptions): void {
  const { identity, limiter, google } = options;
  const cookie = openIdRoutes(app, {
    identity,
    limiter,
    flow: google?.flow,
    at: '/identity/google',
    mark: 'google',
    failed: 'google-failed',
    promptOf: () => () => 'select_account',
  });

  app.get('/identity/google/done', async (_request, reply) =>
    reply.headers(googleDonePage.headers).send(googleDonePage.html),
  );
  app.get('/identity/google/done.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(googleDoneScript),
  );

  bind(app, identity.guard, finishGoogle, async ({ body }, { request, reply }) => {
    if (!google) throw problem('google-not-configured');
    reply.header('cache-control', 'no-store');
    return google.finish(body.code, cookie.read(request.headers.cookie));
  });

  bind(app, identity.guard, linkGoogle, async ({ body }, { request, reply }) => {
    if (!google) throw problem('google-not-configured');
    reply.header('cache-control', 'no-store');
    return google.link(body.linkToken, body.password, networkOf(request.ip));
  });
}
