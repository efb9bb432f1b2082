import { type Answer, answer } from '../../../../identity/answer.ts';
import type { Identity } from '../../../../identity/create-identity.ts';
import type { MailFacts } from '../../../../identity/mail/mail-kind.ts';
import type { NewMail } from '../../../../identity/mail/outbox-store.ts';
import { tooManyRequests, unavailable } from '../../../../platform/contract/problems.ts';
import { idempotencyKeyOf } from '../../../../platform/http/answers/idempotency-key.ts';
import type { RateLimiter, Try } from '../../../../platform/http/answers/rate-limit.ts';
import { networkOf } from '../../../../platform/http/ingress/network-of.ts';
import type { Storage, Write } from '../../../../storage/storage.ts';
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
  updateProfile,
  verifyEmail,
} from '../../contract/sessions.ts';
import { countTries } from '../count-tries.ts';
import type { EmbeddedAccounts } from '../create-accounts.ts';
import { addresseeRule, emailRule, profileRule, signUpRule } from '../limits.ts';
import { originOf } from '../security/security-events.ts';
import { resetMail, verificationMail } from './account-mails.ts';

export interface EmbeddedParts {
  readonly storage: Storage;
  readonly identity: Identity;
  readonly limiter: RateLimiter;
  readonly accounts: EmbeddedAccounts;
  readonly now: () => number;
}

/** Cache lifetime of the public keys, in seconds; clients fetch an unknown key id anyway. */
const jwksMaxAge = 60;

/** Accounts by e-mail and password. */
export function embeddedAnswers(parts: EmbeddedParts): readonly Answer[] {
  return [
    ...signingAnswers(parts),
    ...passwordAnswers(parts),
    ...emailedLinkAnswers(parts),
    ...emailAnswers(parts),
    answer(publicKeys, async (_input, { reply }) => {
      reply.header('cache-control', `public, max-age=${jwksMaxAge}`);
      return { keys: (await parts.accounts.provider.jwks()).keys.map((key) => ({ ...key })) };
    }),
  ];
}

/** Queues an e-mail: it is stored before the reply is sent. Throws `unavailable` where the outbox is full. */
async function post(
  { storage, accounts }: EmbeddedParts,
  kind: MailFacts,
  mail: NewMail,
): Promise<void> {
  const { queueMail } = accounts;
  const work = async (write: Write) => {
    if (!(await queueMail?.(write, kind, mail))) throw unavailable({ retryAfter: 60 });
  };
  await storage.write(work, { lockKeys: [] });
}

function signingAnswers(parts: EmbeddedParts): readonly Answer[] {
  const { limiter, accounts } = parts;

  return [
    answer(signUp, async ({ body: { homepage: _empty, ...body } }, { request }) => {
      const network = networkOf(request.ip);
      const key = idempotencyKeyOf(request);
      const tries: readonly Try[] = [[signUpRule, network]];
      return countTries(limiter, tries, () => accounts.provider.signUp({ ...body, network }, key));
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
    }),

    answer(resetPassword, async ({ body }, { request }) => {
      const { token, newPassword: password } = body;
      await security.reset({ token, password, origin: originOf(request) });
    }),
  ];
}

function emailedLinkAnswers(parts: EmbeddedParts): readonly Answer[] {
  const { identity, limiter, accounts } = parts;
  const { queueMail, security } = accounts;

  /** Whether another e-mail may be sent to an address; no reply reveals a reached limit. */
  async function hasRoomFor(email: string): Promise<boolean> {
    try {
      await limiter.take(addresseeRule, email);
      return true;
    } catch (error) {
      // The address's limit is reached: the reply is the same, so that it reveals nothing.
      if (tooManyRequests.is(error)) return false;
      throw error;
    }
  }

  return [
    answer(forgotPassword, async ({ body: { email } }, { request }) => {
      if (!queueMail) throw mailNotConfigured();
      await limiter.take(emailRule, networkOf(request.ip));
      // The account is looked up when the e-mail is sent, so that neither reply nor response time reveals whether it
      // exists.
      if (await hasRoomFor(email)) await post(parts, resetMail, { address: email });
    }),

    answer(sendVerification, async (_input, { person }) => {
      if (!queueMail) throw mailNotConfigured();
      await limiter.take(addresseeRule, person.email);
      await post(parts, verificationMail, { personId: person.id });
    }),

    answer(verifyEmail, async ({ body }, { request }) => {
      const session = await identity.sessions.sessionOf(request);
      await security.verifyEmail(body.token, session?.person.id, originOf(request));
    }),
  ];
}

/** Changes an account's address: requested by its owner, verified by an e-mail to the new address. */
function emailAnswers({ limiter, accounts }: EmbeddedParts): readonly Answer[] {
  const { queueMail, provider, emailChange } = accounts;
  return [
    answer(changeEmail, async ({ body: { email, password } }, { session, person, request }) => {
      if (!queueMail) throw mailNotConfigured();
      if (email === person.email) throw emailUnchanged();
      const network = networkOf(request.ip);
      const tries: readonly Try[] = [
        [emailRule, network],
        [addresseeRule, email],
      ];
      await countTries(limiter, tries, async () => {
        await provider.confirm({ session, password, network });
        await emailChange.begin(person.id, email);
      });
    }),

    answer(confirmEmail, async ({ body }, { request }) => ({
      email: await emailChange.confirm(body.token, originOf(request)),
    })),
  ];
}
