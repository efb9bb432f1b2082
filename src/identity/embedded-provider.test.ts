import { createLocalJWKSet } from 'jose';
import { expect } from 'vitest';
import type { Storage } from '../storage/storage.ts';
import { testOnEachEngine } from '../storage/testing.ts';
import { createEmbeddedProvider } from './embedded-provider.ts';
import { audience, createIdTokens, verifyIdToken } from './id-tokens.ts';
import { identityProviderSuite } from './identity-provider.suite.ts';
import { createThrottle } from './throttle.ts';

const issuer = 'https://blog.example.org';

function createProvider(storage: Storage, clock: { now: number }) {
  const now = () => clock.now;
  const throttle = createThrottle({ storage, limits: 1, now });
  return createEmbeddedProvider({ storage, siteUrl: issuer, throttle, now });
}

identityProviderSuite('the embedded provider', async (storage) => {
  const clock = { now: Date.now() };
  return { provider: createProvider(storage, clock), issuer, audience, clock };
});

const identity = {
  subject: 'a',
  email: 'a@example.org',
  displayName: 'A',
  photoURL: null,
  generation: 1,
};

testOnEachEngine(
  'a token of another issuer or for another audience is refused, though the key is known',
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
  'another process knows the keys of this one, and a new key comes every day',
  async ({ storage, open }) => {
    const clock = { now: Date.now() };
    const here = createProvider(storage, clock);
    const there = createProvider(await open(), clock);
    const ada = {
      displayName: 'Ada',
      photoURL: '/a.png',
      email: 'ada@example.org',
      password: 'Analytical',
    };

    const { user, idToken } = await here.signUp(ada);
    expect((await there.identify(idToken)).subject).toBe(user.id);
    clock.now += 24 * 60 * 60_000 + 1;
    const next = await here.refresh(user.id);

    expect((await there.identify(next?.idToken ?? '')).subject).toBe(user.id);
    clock.now += 10 * 60_000;
    const { keys } = await there.jwks();
    expect(keys).toHaveLength(1);
  },
);
