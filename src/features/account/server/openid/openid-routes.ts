import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CookieJar, cookieJar } from '../../../../identity/cookies.ts';
import type { Identity } from '../../../../identity/create-identity.ts';
import { safeReturnPath } from '../../../../identity/return-path.ts';
import { createSecretToken, isSecretToken } from '../../../../identity/secret-token.ts';
import { paths } from '../../../../paths.ts';
import { Problem, type ProblemCode, problem } from '../../../../platform/contract/problems.ts';
import { assertOwnNavigation } from '../../../../platform/http/cross-site.ts';
import { networkOf } from '../../../../platform/http/network-of.ts';
import type { RateLimiter } from '../../../../platform/http/rate-limit.ts';
import { departureRule } from '../limits.ts';
import type { FlowStart, OpenIdFlow } from './openid-flow.ts';

/** Seconds; as long as a flow and its outcome last together. */
const browserCookieMaxAge = 20 * 60;
const channelPattern = /^[\w-]{1,64}$/;

export interface OpenIdRoutesOptions {
  readonly identity: Identity;
  readonly limiter: RateLimiter;
  /** Undefined where the site has no settings for it. */
  readonly flow: OpenIdFlow | undefined;
  /** Where its addresses are; also where a popup ends, at `/done`. */
  readonly at: '/identity/google' | '/identity';
  /** What the address of the page that gets the outcome carries behind `#`, first. */
  readonly mark: 'google' | 'provider';
  readonly failed: ProblemCode;
  readonly promptOf: (request: FastifyRequest) => FlowStart['prompt'];
}

/** A value of the query that is there once. */
export function queryOf(request: FastifyRequest, name: string): string | undefined {
  const value = new Map(Object.entries(request.query ?? {})).get(name);
  return typeof value === 'string' ? value : undefined;
}

function channelOf(request: FastifyRequest): string | null {
  const channel = queryOf(request, 'channel');
  return channel && channelPattern.test(channel) ? channel : null;
}

/** The browser's way to a provider and back. Gives the cookie that its outcome is bound to. */
export function openIdRoutes(app: FastifyInstance, options: OpenIdRoutesOptions): CookieJar {
  const { identity, limiter, flow, at, mark, failed, promptOf } = options;
  const { siteUrl } = identity;
  const cookie = cookieJar(`${mark}-sign-in`, siteUrl);

  /** What the page is told of a failure; what nobody meant to happen is logged too. */
  function codeOf(request: FastifyRequest, error: unknown): ProblemCode {
    const code = error instanceof Problem ? error.code : 'internal';
    if (code === failed || code === 'internal') {
      request.log.warn({ err: error }, `Sign-in by ${mark} did not work`);
    }
    return code;
  }

  /** Sends the browser to where the page waits for the outcome; behind `#`, it reaches no log. */
  function sendOutcome(
    reply: FastifyReply,
    { channel, to }: { readonly channel: string | null; readonly to?: string | undefined },
    outcome: { readonly code: string } | { readonly problem: string },
  ): FastifyReply {
    const values = new URLSearchParams({ ...outcome, ...(channel && { channel }) });
    const page = channel ? `${at}/done` : paths.signIn.to(to === '/' ? undefined : to);
    return reply.redirect(`${page}#${channel ? '' : `${mark}&`}${values}`, 303);
  }

  app.get(`${at}/start`, async (request, reply) => {
    assertOwnNavigation(request.headers, siteUrl);
    const channel = channelOf(request);
    const to = safeReturnPath(queryOf(request, 'to'));
    try {
      if (!flow) throw problem('google-not-configured');
      await limiter.take(departureRule, networkOf(request.ip));
      const known = cookie.read(request.headers.cookie);
      const browser = known && isSecretToken(known) ? known : createSecretToken();
      const address = await flow.begin({ browser, channel, to, prompt: promptOf(request) });
      reply.header('set-cookie', cookie.write(browser, browserCookieMaxAge));
      return reply.redirect(address.href, 303);
    } catch (error) {
      return sendOutcome(reply, { channel, to }, { problem: codeOf(request, error) });
    }
  });

  app.get(`${at}/callback`, async (request, reply) => {
    if (!flow) return sendOutcome(reply, { channel: null }, { problem: 'google-not-configured' });
    const { search } = new URL(request.url, siteUrl);
    const { result, ...page } = await flow.complete(search, cookie.read(request.headers.cookie));
    if ('code' in result) return sendOutcome(reply, page, { code: result.code });
    return sendOutcome(reply, page, { problem: codeOf(request, result.failure) });
  });

  return cookie;
}
