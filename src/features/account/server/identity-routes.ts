import type { FastifyInstance } from 'fastify';
import type { Identity } from '../../../identity/create-identity.ts';
import { requirePerson } from '../../../identity/guards.ts';
import {
  resetLetter,
  resetLink,
  verificationLetter,
  verificationLink,
} from '../../../identity/letters.ts';
import { addresseeQuota, letterQuota, signUpQuota } from '../../../identity/throttle.ts';
import { notSignedIn } from '../../../platform/contract/problems.ts';
import { bind } from '../../../platform/http/bind.ts';
import { networkOf } from '../../../platform/http/network-of.ts';
import {
  changePassword,
  currentUser,
  forgotPassword,
  identitySettings,
  resetPassword,
  sendVerification,
  signIn,
  signUp,
  type User,
  updateProfile,
  verifyEmail,
} from '../contract.ts';
import { mailNotConfigured } from '../problems.ts';

export interface IdentityRoutesOptions {
  readonly identity: Identity;
}

/** How often the public keys may be asked for again, in seconds; a new key is asked for by its name anyway. */
const jwksMaxAge = 60;

/** Accounts by e-mail and password, for the browser. */
export function identityRoutes(app: FastifyInstance, options: IdentityRoutesOptions): void {
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
    return options.identity.provider.jwks();
  });
}

function postVerification({ mailer, security, siteUrl }: Identity, user: User): void {
  mailer?.post(async () => {
    const token = await security.issueVerification(user.id);
    return verificationLetter(user.email, verificationLink(siteUrl, token));
  });
}

function accountRoutes(app: FastifyInstance, { identity }: IdentityRoutesOptions): void {
  const { provider, sessions, guard, throttle } = identity;

  bind(app, guard, identitySettings, async () => ({
    google: identity.google !== undefined,
    mail: identity.mailer !== undefined,
  }));

  bind(app, guard, currentUser, async (_input, { request }) => {
    const person = await sessions.personOf(request);
    const proof = person && (await provider.refresh(person.id));
    return proof ?? { user: null, idToken: null };
  });

  bind(app, guard, signUp, async ({ body }, { request }) => {
    await throttle.spend(signUpQuota, networkOf(request.ip));
    const proof = await provider.signUp(body);
    postVerification(identity, proof.user);
    return proof;
  });

  bind(app, guard, signIn, async ({ body }, { request }) =>
    provider.signIn({ ...body, network: networkOf(request.ip) }),
  );

  bind(app, guard, updateProfile, async ({ body }, { request }) => {
    const person = await requirePerson(sessions, request);
    return provider.updateProfile(person.id, body);
  });
}

function passwordRoutes(app: FastifyInstance, { identity }: IdentityRoutesOptions): void {
  const { sessions, security, guard } = identity;

  bind(app, guard, changePassword, async ({ body }, { request, reply }) => {
    const session = await sessions.sessionOf(request);
    if (!session) throw notSignedIn();
    const network = networkOf(request.ip);
    await security.confirm({ session, password: body.currentPassword, network });
    const cookie = await security.setPassword(session.person.id, body.newPassword, (write) =>
      sessions.start(write, request, session.person.id),
    );
    reply.header('set-cookie', cookie);
    return undefined;
  });

  bind(app, guard, resetPassword, async ({ body }) => {
    await security.reset(body.token, body.newPassword);
    return undefined;
  });
}

function letterRoutes(app: FastifyInstance, { identity }: IdentityRoutesOptions): void {
  const { sessions, security, guard, throttle, mailer, siteUrl } = identity;

  bind(app, guard, forgotPassword, async ({ body: { email } }, { request }) => {
    if (!mailer) throw mailNotConfigured();
    await throttle.spend(letterQuota, networkOf(request.ip));
    mailer.post(async () => {
      if (!(await throttle.trySpend(addresseeQuota, email))) return undefined;
      const token = await security.issueReset(email, 'mail');
      return token ? resetLetter(email, resetLink(siteUrl, token)) : undefined;
    });
    return undefined;
  });

  bind(app, guard, sendVerification, async (_input, { request }) => {
    if (!mailer) throw mailNotConfigured();
    const person = await requirePerson(sessions, request);
    await throttle.spend(addresseeQuota, person.email);
    postVerification(identity, person);
    return undefined;
  });

  bind(app, guard, verifyEmail, async ({ body }) => {
    await security.verifyEmail(body.token);
    return undefined;
  });
}
