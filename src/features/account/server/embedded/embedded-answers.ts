import { type Answer, answer } from '../../../../identity/answer.ts';
import type { Identity } from '../../../../identity/create-identity.ts';
import { Problem, tooManyRequests } from '../../../../platform/contract/problems.ts';
import { networkOf } from '../../../../platform/http/network-of.ts';
import type { RateLimiter } from '../../../../platform/http/rate-limit.ts';
import type { Storage } from '../../../../storage/storage.ts';
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
} from '../../contract.ts';
import { publicKeys } from '../../openid-contract.ts';
import { mailNotConfigured } from '../../problems.ts';
import type { EmbeddedAccounts } from '../create-accounts.ts';
import { addresseeRule, letterRule, signUpRule } from '../limits.ts';
import { issueReset } from './account-security.ts';
import { resetLetter, resetLink, verificationLetter, verificationLink } from './letters.ts';
import type { Letter } from './mailer.ts';

export interface EmbeddedParts {
  readonly storage: Storage;
  readonly identity: Identity;
  readonly limiter: RateLimiter;
  readonly accounts: EmbeddedAccounts;
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
    answer(publicKeys, async (_input, { reply }) => {
      reply.header('cache-control', `public, max-age=${jwksMaxAge}`);
      return { keys: (await parts.accounts.provider.jwks()).keys.map((key) => ({ ...key })) };
    }),
  ];
}

function postVerification({ accounts, identity }: EmbeddedParts, user: User): void {
  const { mailer, security } = accounts;
  mailer?.post(async () => {
    const token = await security.issueVerification(user.id);
    return verificationLetter(user.email, verificationLink(identity.siteUrl, token));
  });
}

function signingAnswers(parts: EmbeddedParts): readonly Answer[] {
  const { limiter, accounts } = parts;

  return [
    answer(signUp, async ({ body }, { request }) => {
      const network = networkOf(request.ip);
      await limiter.take(signUpRule, network);
      try {
        const proof = await accounts.provider.signUp(body);
        postVerification(parts, proof.user);
        return proof;
      } catch (error) {
        // What came to nothing because the site was busy is not the person's doing.
        const isAnswer = error instanceof Problem && error.status < 500;
        if (!isAnswer) await limiter.giveBack([[signUpRule, network]]);
        throw error;
      }
    }),

    answer(signIn, async ({ body }, { request }) =>
      accounts.provider.signIn({ ...body, network: networkOf(request.ip) }),
    ),

    answer(updateProfile, async ({ body }, { person }) =>
      accounts.provider.updateProfile(person.id, body),
    ),
  ];
}

function passwordAnswers({ identity, accounts }: EmbeddedParts): readonly Answer[] {
  const { sessions } = identity;
  const { provider, security } = accounts;

  return [
    answer(changePassword, async ({ body }, { session, person, request, reply }) => {
      const network = networkOf(request.ip);
      await provider.confirm({ session, password: body.currentPassword, network });
      const { cookie } = await security.setPassword(person.id, body.newPassword, (write) =>
        sessions.start(write, request, person.id),
      );
      reply.header('set-cookie', cookie);
      return undefined;
    }),

    answer(resetPassword, async ({ body }) => {
      await security.reset(body.token, body.newPassword);
      return undefined;
    }),
  ];
}

function letterAnswers(parts: EmbeddedParts): readonly Answer[] {
  const { storage, limiter, accounts, now } = parts;
  const { siteUrl } = parts.identity;
  const { mailer, security } = accounts;

  async function composeReset(email: string): Promise<Letter | undefined> {
    try {
      await limiter.take(addresseeRule, email);
    } catch (error) {
      // Enough letters went there: nobody is told, not even by an error.
      if (tooManyRequests.is(error)) return undefined;
      throw error;
    }
    const token = await issueReset(storage, email, 'mail', now());
    return token ? resetLetter(email, resetLink(siteUrl, token)) : undefined;
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
