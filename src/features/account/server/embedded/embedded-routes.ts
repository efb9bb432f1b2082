import type { FastifyInstance } from 'fastify';
import type { Identity } from '../../../../identity/create-identity.ts';
import { requirePerson, requireSession } from '../../../../identity/guards.ts';
import { Problem, problem } from '../../../../platform/contract/problems.ts';
import { bind } from '../../../../platform/http/bind.ts';
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
import type { EmbeddedAccounts } from '../create-accounts.ts';
import { addresseeRule, letterRule, signUpRule } from '../limits.ts';
import { issueReset } from './account-security.ts';
import { resetLetter, resetLink, verificationLetter, verificationLink } from './letters.ts';

export interface EmbeddedRoutesOptions {
  readonly storage: Storage;
  readonly identity: Identity;
  readonly limiter: RateLimiter;
  readonly accounts: EmbeddedAccounts;
  readonly now: () => number;
}

/** How often the public keys may be asked for again, in seconds; a new key is asked for by its name anyway. */
const jwksMaxAge = 60;

/** Accounts by e-mail and password, for the browser. */
export function embeddedRoutes(app: FastifyInstance, options: EmbeddedRoutesOptions): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    accountRoutes(scope, options);
    passwordRoutes(scope, options);
    letterRoutes(scope, options);
  });
  app.get('/identity/jwks', async (_request, reply) => {
    reply.header('cache-control', `public, max-age=${jwksMaxAge}`);
    return options.accounts.provider.jwks();
  });
}

function postVerification({ accounts, identity }: EmbeddedRoutesOptions, user: User): void {
  const { mailer, security } = accounts;
  mailer?.post(async () => {
    const token = await security.issueVerification(user.id);
    return verificationLetter(user.email, verificationLink(identity.siteUrl, token));
  });
}

function accountRoutes(app: FastifyInstance, options: EmbeddedRoutesOptions): void {
  const { limiter, accounts } = options;
  const { sessions, guard } = options.identity;

  bind(app, guard, signUp, async ({ body }, { request }) => {
    const network = networkOf(request.ip);
    await limiter.take(signUpRule, network);
    try {
      const proof = await accounts.provider.signUp(body);
      postVerification(options, proof.user);
      return proof;
    } catch (error) {
      // What came to nothing because the site was busy is not the person's doing.
      const isAnswer = error instanceof Problem && error.status < 500;
      if (!isAnswer) await limiter.giveBack([[signUpRule, network]]);
      throw error;
    }
  });

  bind(app, guard, signIn, async ({ body }, { request }) =>
    accounts.provider.signIn({ ...body, network: networkOf(request.ip) }),
  );

  bind(app, guard, updateProfile, async ({ body }, { request }) => {
    const person = await requirePerson(sessions, request);
    return accounts.provider.updateProfile(person.id, body);
  });
}

function passwordRoutes(app: FastifyInstance, { identity, accounts }: EmbeddedRoutesOptions): void {
  const { sessions, guard } = identity;
  const { provider, security } = accounts;

  bind(app, guard, changePassword, async ({ body }, { request, reply }) => {
    const session = await requireSession(sessions, request);
    const network = networkOf(request.ip);
    await provider.confirm({ session, password: body.currentPassword, network });
    const personId = session.person.id;
    const { cookie } = await security.setPassword(personId, body.newPassword, (write) =>
      sessions.start(write, request, personId),
    );
    reply.header('set-cookie', cookie);
    return undefined;
  });

  bind(app, guard, resetPassword, async ({ body }) => {
    await security.reset(body.token, body.newPassword);
    return undefined;
  });
}

function letterRoutes(app: FastifyInstance, options: EmbeddedRoutesOptions): void {
  const { storage, limiter, accounts, now } = options;
  const { sessions, guard, siteUrl } = options.identity;
  const { mailer, security } = accounts;

  bind(app, guard, forgotPassword, async ({ body: { email } }, { request }) => {
    if (!mailer) throw problem('mail-not-configured');
    await limiter.take(letterRule, networkOf(request.ip));
    mailer.post(async () => {
      try {
        await limiter.take(addresseeRule, email);
      } catch (error) {
        // Enough letters went there: nobody is told, not even by an error.
        if (error instanceof Problem && error.code === 'too-many-requests') return undefined;
        throw error;
      }
      const token = await issueReset(storage, email, 'mail', now());
      return token ? resetLetter(email, resetLink(siteUrl, token)) : undefined;
    });
    return undefined;
  });

  bind(app, guard, sendVerification, async (_input, { request }) => {
    if (!mailer) throw problem('mail-not-configured');
    const person = await requirePerson(sessions, request);
    await limiter.take(addresseeRule, person.email);
    postVerification(options, person);
    return undefined;
  });

  bind(app, guard, verifyEmail, async ({ body }) => {
    await security.verifyEmail(body.token);
    return undefined;
  });
}
