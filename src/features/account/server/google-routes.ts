import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cookieJar } from '../../../identity/cookies.ts';
import type { Identity } from '../../../identity/create-identity.ts';
import { safeReturnPath } from '../../../identity/return-path.ts';
import { createSecretToken, isSecretToken } from '../../../identity/secret-token.ts';
import { googleQuota } from '../../../identity/throttle.ts';
import { paths } from '../../../paths.ts';
import { Problem } from '../../../platform/contract/problems.ts';
import { bind } from '../../../platform/http/bind.ts';
import { assertOwnNavigation } from '../../../platform/http/cross-site.ts';
import { networkOf } from '../../../platform/http/network-of.ts';
import { finishGoogle, linkGoogle } from '../contract.ts';
import { googleNotConfigured } from '../problems.ts';
import { googleDonePage, googleDoneScript } from './google-done-page.ts';

/** Seconds; as long as a flow and its outcome last together. */
const browserCookieMaxAge = 20 * 60;
const channelPattern = /^[\w-]{1,64}$/;

function textOf(query: unknown, name: string): string | undefined {
  const value = new Map(Object.entries(query ?? {})).get(name);
  return typeof value === 'string' ? value : undefined;
}

function channelOf(query: unknown): string | null {
  const channel = textOf(query, 'channel');
  return channel && channelPattern.test(channel) ? channel : null;
}

/** Sends the browser to where the page waits for the outcome; behind `#`, it reaches no log. */
function sendOutcome(
  reply: FastifyReply,
  channel: string | null,
  outcome: { readonly code: string } | { readonly problem: string },
): FastifyReply {
  const values = new URLSearchParams({ ...outcome, ...(channel && { channel }) });
  const page = channel ? '/identity/google/done' : paths.signIn.to();
  return reply.redirect(`${page}#${channel ? '' : 'google&'}${values}`, 303);
}

/** Google sign-in: the browser's way there and back, and the outcome for the page that began it. */
export function googleRoutes(app: FastifyInstance, { identity }: { readonly identity: Identity }) {
  const { google, guard, siteUrl, throttle } = identity;
  const cookie = cookieJar('google-sign-in', siteUrl);

  /** What the page is told of a failure; what nobody meant to happen is logged too. */
  function codeOf(request: FastifyRequest, error: unknown): string {
    const code = error instanceof Problem ? error.code : 'internal';
    if (code === 'google-failed' || code === 'internal') {
      request.log.warn({ err: error }, 'Google sign-in did not work');
    }
    return code;
  }

  app.get('/identity/google/start', async (request, reply) => {
    assertOwnNavigation(request.headers, siteUrl);
    const channel = channelOf(request.query);
    try {
      if (!google) throw googleNotConfigured();
      await throttle.spend(googleQuota, networkOf(request.ip));
      const known = cookie.read(request.headers.cookie);
      const browser = known && isSecretToken(known) ? known : createSecretToken();
      const to = safeReturnPath(textOf(request.query, 'to'));
      const address = await google.begin({ browser, channel, to });
      reply.header('set-cookie', cookie.write(browser, browserCookieMaxAge));
      return reply.redirect(address.href, 303);
    } catch (error) {
      return sendOutcome(reply, channel, { problem: codeOf(request, error) });
    }
  });

  app.get('/identity/google/callback', async (request, reply) => {
    if (!google) return sendOutcome(reply, null, { problem: 'google-not-configured' });
    const { search } = new URL(request.url, siteUrl);
    const { channel, result } = await google.complete(
      new URL(`${siteUrl}/identity/google/callback${search}`),
      cookie.read(request.headers.cookie),
    );
    if ('code' in result) return sendOutcome(reply, channel, { code: result.code });
    return sendOutcome(reply, channel, { problem: codeOf(request, result.failure) });
  });

  app.get('/identity/google/done', async (_request, reply) =>
    reply.headers(googleDonePage.headers).send(googleDonePage.html),
  );
  app.get('/identity/google/done.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(googleDoneScript),
  );

  bind(app, guard, finishGoogle, async ({ body }, { request, reply }) => {
    if (!google) throw googleNotConfigured();
    reply.header('cache-control', 'no-store');
    return google.finish(body.code, cookie.read(request.headers.cookie));
  });

  bind(app, guard, linkGoogle, async ({ body }, { request, reply }) => {
    if (!google) throw googleNotConfigured();
    reply.header('cache-control', 'no-store');
    return google.link(body.linkToken, body.password, networkOf(request.ip));
  });
}
