import type { FastifyInstance } from 'fastify';
import { cookieJar } from '../../../../identity/cookies.ts';
import type { Identity } from '../../../../identity/create-identity.ts';
import { absoluteLimitMs } from '../../../../identity/session.ts';
import { paths } from '../../../../paths.ts';
import type { Endpoint } from '../../../../platform/contract/define-endpoint.ts';
import { problem } from '../../../../platform/contract/problems.ts';
import { bind } from '../../../../platform/http/bind.ts';
import { assertOwnNavigation } from '../../../../platform/http/cross-site.ts';
import type { RateLimiter } from '../../../../platform/http/rate-limit.ts';
import {
  changePassword,
  finishGoogle,
  finishSignIn,
  forgotPassword,
  linkGoogle,
  resetPassword,
  sendVerification,
  signIn,
  signUp,
  updateProfile,
  verifyEmail,
} from '../../contract.ts';
import { type ExternalProvider, externalProblems } from './external-provider.ts';
import { openIdRoutes, queryOf } from './openid-routes.ts';

/** Browsers keep cookies of 4 KiB; who has a longer token is asked by the provider whether to sign out. */
const hintMax = 3_600;

/** What the provider does in this site's place. */
const elsewhere: readonly Endpoint[] = [
  signUp,
  signIn,
  updateProfile,
  changePassword,
  forgotPassword,
  resetPassword,
  sendVerification,
  verifyEmail,
  finishGoogle,
  linkGoogle,
];

export interface ExternalRoutesOptions {
  readonly identity: Identity;
  readonly limiter: RateLimiter;
  readonly external: ExternalProvider;
}

/** The way to another provider and back, in and out. */
export function externalRoutes(app: FastifyInstance, options: ExternalRoutesOptions): void {
  const { identity, limiter, external } = options;
  const { guard, siteUrl, sessions } = identity;
  // Tells the provider whose session to end. The token itself is out of date soon.
  const hint = cookieJar('sign-out-hint', siteUrl, '/identity');
  const browser = openIdRoutes(app, {
    identity,
    limiter,
    flow: external.flow,
    at: '/identity',
    mark: 'provider',
    failed: externalProblems.failed,
    promptOf: (request) => (provider) => {
      const wish = queryOf(request, 'prompt');
      // Asking again after a refusal: else a provider that knows the person would answer the same at once.
      if (wish === 'login') return 'login';
      const known: unknown = provider.prompt_values_supported;
      const canCreate = Array.isArray(known) && known.includes('create');
      return wish === 'create' && canCreate ? 'create' : undefined;
    },
  });

  bind(app, guard, finishSignIn, async ({ body }, { request, reply }) => {
    const proof = await external.finish(body.code, browser.read(request.headers.cookie));
    const isShort = proof.idToken.length <= hintMax;
    reply
      .header('cache-control', 'no-store')
      .header(
        'set-cookie',
        isShort ? hint.write(proof.idToken, absoluteLimitMs / 1000) : hint.clear(),
      );
    return proof;
  });

  app.get('/identity/sign-out', async (request, reply) => {
    assertOwnNavigation(request.headers, siteUrl);
    const address = await external.signOutUrl(hint.read(request.headers.cookie));
    return reply
      .header('set-cookie', [await sessions.end(request), hint.clear()])
      .header('cache-control', 'no-store')
      .redirect(address?.href ?? paths.home.to(), 303);
  });

  for (const endpoint of elsewhere) {
    bind(app, guard, endpoint, async () => {
      throw problem('kept-elsewhere');
    });
  }
}
