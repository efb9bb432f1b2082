import { type Answer, answer } from '../../../../identity/answer.ts';
import type { Identity } from '../../../../identity/create-identity.ts';
import { cookieJar } from '../../../../identity/session/cookies.ts';
import { absoluteLimitMs } from '../../../../identity/session/session.ts';
import { paths } from '../../../../paths.ts';
import type { Endpoint } from '../../../../platform/contract/define-endpoint.ts';
import type { RateLimiter } from '../../../../platform/http/answers/rate-limit.ts';
import { isNavigation } from '../../../../platform/http/cross-site.ts';
import { changeEmail, confirmEmail } from '../../contract/email.ts';
import {
  addPasskey,
  beginCodes,
  beginPasskey,
  beginPasskeySignIn,
  beginSecondPasskey,
  myFactors,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  secondFactor,
  signInWithPasskey,
  turnCodesOff,
  turnCodesOn,
} from '../../contract/factors.ts';
import { externalCallback, externalSignOut, externalStart } from '../../contract/openid.ts';
import { keptElsewhere, signInFailed } from '../../contract/problems.ts';
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
} from '../../contract/sessions.ts';
import type { ExternalProvider } from './external-provider.ts';
import { openIdAnswers } from './openid-answers.ts';

/** Browsers store cookies up to 4 KiB; without the hint, the provider asks the person whether to sign out. */
const hintMax = 3_600;

/** Endpoints that are replaced by the provider. */
const elsewhere: readonly Endpoint[] = [
  signUp,
  signIn,
  updateProfile,
  changePassword,
  changeEmail,
  confirmEmail,
  forgotPassword,
  resetPassword,
  sendVerification,
  verifyEmail,
  finishGoogle,
  linkGoogle,
  myFactors,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  beginCodes,
  turnCodesOn,
  turnCodesOff,
  renewRecoveryCodes,
  beginPasskeySignIn,
  signInWithPasskey,
  beginSecondPasskey,
  secondFactor,
];

export interface ExternalParts {
  readonly identity: Identity;
  readonly limiter: RateLimiter;
  readonly external: ExternalProvider;
}

/** Sign-in and sign-out by an external provider. */
export function externalAnswers({ identity, limiter, external }: ExternalParts): readonly Answer[] {
  const { siteUrl, sessions, ownPages } = identity;
  // Names the session that the provider ends. The token itself expires soon.
  const hint = cookieJar('sign-out-hint', siteUrl, '/identity');
  const { cookie, answers } = openIdAnswers({
    identity,
    limiter,
    flow: external.flow,
    start: externalStart,
    callback: externalCallback,
    donePath: paths.signIn.path,
    mark: 'provider',
    failed: signInFailed,
    promptOf: (wish) => (provider) => {
      // After a refusal: otherwise a provider with a session would refuse again at once.
      if (wish === 'login') return 'login';
      const known: unknown = provider.prompt_values_supported;
      const canCreate = Array.isArray(known) && known.includes('create');
      return wish === 'create' && canCreate ? 'create' : undefined;
    },
  });

  return [
    ...answers,

    answer(finishSignIn, async ({ body }, { request, reply }) => {
      const proof = await external.finish(body.code, cookie.read(request.headers.cookie));
      const isShort = proof.idToken.length <= hintMax;
      const kept = isShort ? hint.write(proof.idToken, absoluteLimitMs / 1000) : hint.clear();
      reply.header('set-cookie', kept);
      return proof;
    }),

    answer(externalSignOut, async (_input, { request, reply }) => {
      ownPages.assertOwnNavigation(request);
      // Log Out ends the session before it redirects here; a link in a text doesn't.
      if (isNavigation(request.headers) && (await sessions.sessionOf(request))) {
        reply.header('location', paths.logOut.to());
        return undefined;
      }
      const address = await external.signOutUrl(hint.read(request.headers.cookie));
      const ended = await sessions.end(request);
      reply.header('set-cookie', ended === undefined ? hint.clear() : [ended, hint.clear()]);
      reply.header('location', address?.href ?? paths.home.to());
    }),

    ...elsewhere.map((endpoint) =>
      answer(endpoint, async () => {
        throw keptElsewhere();
      }),
    ),
  ];
}
