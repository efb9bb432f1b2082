import { createLocalJWKSet } from 'jose';
import { expect } from 'vitest';
import type { Session } from '../../../../identity/session/session.ts';
import { openSignUp } from '../../../../identity/sign-up-policy.ts';
import { problemOf } from '../../../../identity/testing.ts';
import { createRateLimiter } from '../../../../storage/limits/rate-limiter.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { testOnEachEngine } from '../../../../storage/testing.ts';
import { identityProviderSuite } from '../identity-provider.suite.ts';
import { createSecurityLog } from '../security/security-log.ts';
import { createEmbeddedProvider } from './embedded-provider.ts';
import { audience, createIdTokens, verifyIdToken } from './id-tokens.ts';

const issuer = 'https://blog.example.org';
const network = '192.0.2.0/24';
const ada = {
  displayName: 'Ada Lovelace',
  photoURL: 'https://example.org/ada.png',
  email: 'ada@example.org',
  password: 'Analytical',
  network,
} as const;

function createProvider(storage: Storage, clock = { now: Date.now() }) {
  const now = () => clock.now;
  const limiter = createRateLimiter({ storage, factor: 1, now });
  const onEvent = () => {};
  const parts = { storage, siteUrl: issuer, limiter, now };
  const securityLog = createSecurityLog({ limiter, queueMail: undefined, onEvent });
  return createEmbeddedProvider({ ...parts, signUpPolicy: openSignUp, securityLog });
}

function sessionOf(id: string): Session {
  const { email, displayName } = ada;
  const person = { id, email, displayName, photoURL: null, role: 'member' } as const;
  const times = { createdAt: 0, authenticatedAt: 0, lastSeenAt: 0, expiresAt: 0 };
  return { id: 's', person, label: '', ...times };
}

identityProviderSuite('the embedded provider', async (storage) => {
  const clock = { now: Date.now() };
  const provider = createProvider(storage, clock);
  const ids = new Map<string, string>();
  return {
    provider,
    issuer,
    audience,
    clock,
    async prove({ name, ...profile }) {
      const { password } = ada;
      const id = ids.get(name);
      if (id) await provider.updateProfile(sessionOf(id), profile);
      else ids.set(name, (await provider.signUp({ ...profile, password, network })).user.id);
      const outcome = await provider.signIn({ ...profile, password, network });
      if ('secondStep' in outcome) throw new Error('The account asks for a second step.');
      return outcome.idToken;
    },
    jwks: provider.jwks,
  };
});

testOnEachEngine(
  'a wrong password and an unknown address give different problems',
  async ({ storage }) => {
    const provider = createProvider(storage);
    await provider.signUp(ada);
    const wrong = provider.signIn({ email: ada.email, password: 'Wrong-one', network });
    expect((await problemOf(wrong)).code).toBe('wrong-password');
    const unknown = provider.signIn({ email: 'b@example.org', password: ada.password, network });
    expect((await problemOf(unknown)).code).toBe('user-not-found');
  },
);

testOnEachEngine('an address can have only one account', async ({ storage }) => {
  const provider = createProvider(storage);
  const { user } = await provider.signUp(ada);
  expect(user).toMatchObject({ email: ada.email, displayName: ada.displayName });
  expect((await problemOf(provider.signUp(ada))).code).toBe('email-taken');
});

testOnEachEngine(
  'the provider issues a fresh token, but none for an account that does not exist',
  async ({ storage }) => {
    const provider = createProvider(storage);
    const { user } = await provider.signUp(ada);
    const fresh = await provider.vouchFor(user.id);
    expect((await provider.identify(fresh?.idToken ?? '')).email).toBe(ada.email);
    expect(await provider.renew(sessionOf(user.id))).toEqual(expect.any(String));
    expect(await provider.vouchFor('nobody')).toBeNull();
    expect(await provider.renew(sessionOf('nobody'))).toBeNull();
  },
);

const identity = {
  subject: 'a',
  email: 'a@example.org',
  displayName: 'A',
  photoURL: null,
  tokenVersion: 1,
  authenticatedAt: Date.now(),
};

testOnEachEngine(
  'a token of another issuer or audience is refused even when its key is known',
  async ({ storage }) => {
    const now = Date.now;
    const own = createIdTokens({ storage, issuer, now });
    const foreign = createIdTokens({ storage, issuer: 'https://other.example.org', now });

    const token = await own.sign(identity);

    await own.verify(token);
    await expect(foreign.verify(token)).rejects.toMatchObject({ code: 'not-signed-in' });
    await expect(own.verify(await foreign.sign(identity))).rejects.toMatchObject({
      code: 'not-signed-in',
    });
    const { keys } = await own.jwks();
    expect(keys).toHaveLength(2);
    const trust = { issuer, keys: createLocalJWKSet({ keys }), now };
    expect(await verifyIdToken(token, { ...trust, audience })).toMatchObject({ subject: 'a' });
    await expect(verifyIdToken(token, { ...trust, audience: 'another' })).rejects.toMatchObject({
      code: 'not-signed-in',
    });
  },
);

testOnEachEngine(
  'a second process verifies tokens of the first, and a new key is used every day',
  async ({ storage, open }) => {
    const clock = { now: Date.now() };
    const here = createProvider(storage, clock);
    const there = createProvider(await open(), clock);

    const { user, idToken } = await here.signUp(ada);
    expect((await there.identify(idToken)).subject).toBe(user.id);
    clock.now += 24 * 60 * 60_000 + 1;
    const next = await here.vouchFor(user.id);

    expect((await there.identify(next?.idToken ?? '')).subject).toBe(user.id);
    clock.now += 10 * 60_000;
    const { keys } = await there.jwks();
    expect(keys).toHaveLength(1);
  },
);
