import { type Answer, answer } from '../../../../identity/answer.ts';
import type { Identity } from '../../../../identity/create-identity.ts';
import { type CookieJar, cookieJar } from '../../../../identity/session/cookies.ts';
import { safeReturnPath } from '../../../../identity/session/return-path.ts';
import { createSecretToken, isSecretToken } from '../../../../identity/session/secret-token.ts';
import { paths } from '../../../../paths.ts';
import {
  internalError,
  Problem,
  type ProblemKind,
} from '../../../../platform/contract/problems.ts';
import type { CallReply, CallRequest } from '../../../../platform/http/answers/answers.ts';
import type { RateLimiter } from '../../../../platform/http/answers/rate-limit.ts';
import { networkOf } from '../../../../platform/http/ingress/network-of.ts';
import type {
  externalCallback,
  externalStart,
  googleCallback,
  googleStart,
} from '../../contract/openid.ts';
import { googleNotConfigured } from '../../contract/problems.ts';
import { departureRule } from '../limits.ts';
import type { FlowStart, OpenIdFlow } from './openid-flow.ts';

/** Seconds; the lifetimes of a flow and its outcome together. */
const browserCookieMaxAge = 20 * 60;
const channelPattern = /^[\w-]{1,64}$/;

type Start = typeof googleStart | typeof externalStart;
type Callback = typeof googleCallback | typeof externalCallback;

export interface OpenIdParts {
  readonly identity: Identity;
  readonly limiter: RateLimiter;
  /** Undefined without settings for this provider. */
  readonly flow: OpenIdFlow | undefined;
  readonly start: Start;
  readonly callback: Callback;
  /** The popup's last page. */
  readonly donePath: string;
  /** The first value in the fragment of the page that gets the outcome. */
  readonly mark: 'google' | 'provider';
  readonly failed: ProblemKind;
  /** Maps the page's requested prompt. */
  readonly promptOf: (wish: string | undefined) => FlowStart['prompt'];
}

export interface OpenIdAnswers {
  readonly answers: readonly Answer[];
  /** The cookie that binds the outcome to the browser. */
  readonly cookie: CookieJar;
}

/** The redirects to a provider and back. */
export function openIdAnswers(parts: OpenIdParts): OpenIdAnswers {
  const { identity, limiter, flow, start, callback, donePath, mark, failed, promptOf } = parts;
  const { siteUrl, ownPages } = identity;
  const cookie = cookieJar(`${mark}-sign-in`, siteUrl);

  /** The problem code for the page; unexpected errors are logged, too. */
  function codeOf(request: CallRequest, error: unknown): string {
    const { code } = error instanceof Problem ? error : internalError();
    if (failed.is(error) || code === internalError.code) {
      request.log.warn({ err: error }, `Sign-in by ${mark} did not work`);
    }
    return code;
  }

  /** Redirects the browser to the page that expects the outcome, in the fragment, which reaches no log. */
  function sendOutcome(
    reply: CallReply,
    { channel, to }: { readonly channel: string | null; readonly to?: string | undefined },
    outcome: { readonly code: string } | { readonly problem: string },
  ): undefined {
    const values = new URLSearchParams({ ...outcome, ...(channel && { channel }) });
    const page = channel ? donePath : paths.signIn.to({ from: to === '/' ? undefined : to });
    reply.header('location', `${page}#${channel ? '' : `${mark}&`}${values}`);
  }

  return {
    cookie,
    answers: [
      answer(start, async ({ query }, { request, reply }) => {
        ownPages.assertOwnNavigation(request);
        const channel = channelPattern.test(query.channel ?? '') ? (query.channel ?? null) : null;
        const to = safeReturnPath(query.to);
        try {
          if (!flow) throw googleNotConfigured();
          await limiter.take(departureRule, networkOf(request.ip));
          const known = cookie.read(request.headers.cookie);
          const browser = known && isSecretToken(known) ? known : createSecretToken();
          const prompt = promptOf(query.prompt);
          const address = await flow.begin({ browser, channel, to, invite: query.invite, prompt });
          reply.header('set-cookie', cookie.write(browser, browserCookieMaxAge));
          reply.header('location', address.href);
          return undefined;
        } catch (error) {
          return sendOutcome(reply, { channel, to }, { problem: codeOf(request, error) });
        }
      }),

      answer(callback, async ({ query }, { request, reply }) => {
        if (!flow) {
          return sendOutcome(reply, { channel: null }, { problem: 'google-not-configured' });
        }
        const search = new URLSearchParams(query as Record<string, string>);
        const browser = cookie.read(request.headers.cookie);
        const network = networkOf(request.ip);
        const { result, ...page } = await flow.complete(`?${search}`, browser, network);
        if ('code' in result) return sendOutcome(reply, page, { code: result.code });
        return sendOutcome(reply, page, { problem: codeOf(request, result.failure) });
      }),
    ],
  };
}
