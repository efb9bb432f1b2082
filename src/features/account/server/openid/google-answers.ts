import { type Answer, answer } from '../../../../identity/answer.ts';
import type { Identity } from '../../../../identity/create-identity.ts';
import type { RateLimiter } from '../../../../platform/http/answers/rate-limit.ts';
import {
  googleCallback,
  googleDone,
  googleDoneScript,
  googleStart,
} from '../../contract/openid.ts';
import { googleFailed, googleNotConfigured } from '../../contract/problems.ts';
import { finishGoogle, linkGoogle } from '../../contract/sessions.ts';
import { originOf } from '../security/security-events.ts';
import { donePage, doneScript } from './google-done-page.ts';
import type { GoogleSignIn } from './google-sign-in.ts';
import { openIdAnswers } from './openid-answers.ts';

export interface GoogleParts {
  readonly identity: Identity;
  readonly limiter: RateLimiter;
  /** Undefined without settings for Google. */
  readonly google: GoogleSignIn | undefined;
  readonly siteName: () => Promise<string>;
}

/** Google sign-in: the redirects, and the outcome for the page that started it. */
export function googleAnswers(parts: GoogleParts): readonly Answer[] {
  const { identity, limiter, google, siteName } = parts;
  const { cookie, answers } = openIdAnswers({
    identity,
    limiter,
    flow: google?.flow,
    start: googleStart,
    callback: googleCallback,
    donePath: googleDone.path,
    mark: 'google',
    failed: googleFailed,
    promptOf: () => () => 'select_account',
  });

  return [
    ...answers,

    answer(googleDone, async (_input, { reply }) => {
      for (const [name, value] of Object.entries(donePage.headers)) reply.header(name, value);
      return donePage.htmlOf(await siteName());
    }),
    answer(googleDoneScript, async () => doneScript),

    answer(finishGoogle, async ({ body }, { request }) => {
      if (!google) throw googleNotConfigured();
      return google.finish(body.code, cookie.read(request.headers.cookie));
    }),

    answer(linkGoogle, async ({ body }, { request }) => {
      if (!google) throw googleNotConfigured();
      return google.link(body.linkToken, body.password, originOf(request));
    }),
  ];
}
