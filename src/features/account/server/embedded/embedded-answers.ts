import { type Answer, answer } from '../../../../identity/answer.ts';
import type { Identity } from '../../../../identity/create-identity.ts';
import { tooManyRequests } from '../../../../platform/contract/problems.ts';
import { idempotencyKeyOf } from '../../../../platform/http/answers/idempotency-key.ts';
import type { RateLimiter, Try } from '../../../../platform/http/answers/rate-limit.ts';
import { networkOf } from '../../../../platform/http/ingress/network-of.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { changeEmail, confirmEmail } from '../../contract/email.ts';
import { publicKeys } from '../../contract/openid.ts';
import { emailUnchanged, mailNotConfigured } from '../../contract/problems.ts';
import {
  changePassword,
  forgotPassword,
  resetPassword,
  sendVerification,
  signIn,
  signUp,
  type User,
  updateProfile,
  verifyEmail,
} from '../../contract/sessions.ts';
import { countTries } from '../count-tries.ts';
import type { EmbeddedAccounts } from '../create-accounts.ts';
import { addresseeRule, letterRule, profileRule, signUpRule } from '../limits.ts';
import { originOf } from '../security/security-events.ts';
import { issueReset } from './account-security.ts';
import {
  newEmailLetter,
  newEmailLink,
  resetLetter,
  resetLink,
  verificationLetter,
  verificationLink,
} from './letters.ts';
import type { Letter } from './mailer.ts';

export interface EmbeddedParts {
  readonly storage: Storage;
  readonly identity: Identity;
  readonly limiter: RateLimiter;
  readonly accounts: EmbeddedAccounts;
  readonly siteName: () => Promise<string>;
  readonly now: () => number;
}

/** How often the public keys may be asked for again, in seconds; a new key is asked for by its name anyway. */
const jwksMaxAge = 60;

/** Accounts by e-mail and password, for the browser. */
export function embeddedAnswers(parts: EmbeddedParts): readonly Answer[] {
  return [
    ...signingAnswers(parts),
    ...passwordAnswers(parts),
    ...letterAnswers(parts),
    ...emailAnswers(parts),
    answer(publicKeys, async (_input, { reply }) => {
      reply.header('cache-control', `public, max-age=${jwksMaxAge}`);
      return { keys: (await parts.accounts.provider.jwks()).keys.map((key) => ({ ...key })) };
    }),
  ];
}

function postVerification({ accounts, identity, siteName }: EmbeddedParts, user: User): void {
  const { mailer, security } = accounts;
  mailer?.post(async () => {
    const token = await security.issueVerification(user.id);
    const link = verificationLink(identity.siteUrl, token);
    return verificationLetter(user.email, link, await siteName());
  });
}

function signingAnswers(parts: EmbeddedParts): readonly Answer[] {
  const { limiter, accounts } = parts;

  return [
    answer(signUp, async ({ body: { homepage: _empty, ...body } }, { request }) => {
      const network = networkOf(request.ip);
      const key = idempotencyKeyOf(request);
      const tries: readonly Try[] = [[signUpRule, network]];
      const proof = await countTries(limiter, tries, () =>
        accounts.provider.signUp({ ...body, network }, key),
      );
      postVerification(parts, proof.user);
      return proof;
    }),

    answer(signIn, async ({ body }, { request }) =>
      accounts.provider.signIn({ ...body, network: networkOf(request.ip) }),
    ),

    answer(updateProfile, async ({ body }, { session, person }) => {
      await limiter.take(profileRule, person.id);
      return accounts.provider.updateProfile(session, body);
    }),
  ];
}

function passwordAnswers({ identity, accounts }: EmbeddedParts): readonly Answer[] {
  const { sessions } = identity;
  const { provider, security } = accounts;

  return [
    answer(changePassword, async ({ body }, { session, person, request, reply }) => {
      const network = networkOf(request.ip);
      const password = body.currentPassword;
      const provedAt = await provider.confirm({ session, password, network });
      const change = { personId: person.id, password: body.newPassword, origin: originOf(request) };
      const { cookie } = await security.setPassword(change, (write) =>
        sessions.start(write, request, person.id, provedAt),
      );
      reply.header('set-cookie', cookie);
      return undefined;
    }),

    answer(resetPassword, async ({ body }, { request }) => {
      const { token, newPassword: password } = body;
      await security.reset({ token, password, origin: originOf(request) });
      return undefined;
    }),
  ];
}

function letterAnswers(parts: EmbeddedParts): readonly Answer[] {
  const { storage, limiter, accounts, siteName, now } = parts;
  const { siteUrl } = parts.identity;
  const { mailer, security } = accounts;

  async function composeReset(email: string): Promise<Letter | undefined> {
    try {
      await limiter.take(addresseeRule, email);
    } catch (error) {
      // The limit of e-mails to this address is reached: the reply is the same, so that it reveals nothing.
      if (tooManyRequests.is(error)) return undefined;
      throw error;
    }
    const token = await issueReset(storage, email, 'mail', now());
    return token ? resetLetter(email, resetLink(siteUrl, token), await siteName()) : undefined;
  }

  return [
    answer(forgotPassword, async ({ body: { email } }, { request }) => {
      if (!mailer) throw mailNotConfigured();
      await limiter.take(letterRule, networkOf(request.ip));
      mailer.post(() => composeReset(email));
      return undefined;
    }),

    answer(sendVerification, async (_input, { person }) => {
      if (!mailer) throw mailNotConfigured();
      await limiter.take(addresseeRule, person.email);
      postVerification(parts, person);
      return undefined;
    }),

    answer(verifyEmail, async ({ body }) => {
      await security.verifyEmail(body.token);
      return undefined;
    }),
  ];
}

/** Another address for an account: requested by its owner, proved by the recipient of the e-mail that goes there. */
function emailAnswers({ identity, limiter, accounts, siteName }: EmbeddedParts): readonly Answer[] {
  const { mailer, provider, emailChange } = accounts;
  return [
    answer(changeEmail, async ({ body: { email, password } }, { session, person, request }) => {
      if (!mailer) throw mailNotConfigured();
      if (email === person.email) throw emailUnchanged();
      const network = networkOf(request.ip);
      const tries: readonly Try[] = [
        [letterRule, network],
        [addresseeRule, email],
      ];
      const token = await countTries(limiter, tries, async () => {
        await provider.confirm({ session, password, network });
        return emailChange.begin(person.id, email);
      });
      const link = newEmailLink(identity.siteUrl, token);
      mailer.post(async () => newEmailLetter(email, link, await siteName()));
      return undefined;
    }),

    answer(confirmEmail, async ({ body }, { request }) => ({
      email: await emailChange.confirm(body.token, originOf(request)),
    })),
  ];
}
