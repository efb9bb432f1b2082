import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { expect } from 'vitest';
import type { Problem } from '../platform/contract/problems.ts';
import type { Storage } from '../storage/storage.ts';
import { testOnEachEngine } from '../storage/testing.ts';
import type { IdentityProvider } from './identity-provider.ts';

export interface ProviderUnderTest {
  readonly provider: IdentityProvider;
  readonly issuer: string;
  readonly audience: string;
  /** Milliseconds since 1970, as the provider sees it. */
  readonly clock: { now: number };
}

const ada = {
  displayName: 'Ada Lovelace',
  photoURL: 'https://example.org/ada.png',
  email: 'ada@example.org',
  password: 'Analytical',
} as const;
const network = '192.0.2.0/24';

/** What every identity provider has to do for the site to trust it. */
export function identityProviderSuite(
  name: string,
  start: (storage: Storage) => Promise<ProviderUnderTest>,
): void {
  function check(what: string, run: (subject: ProviderUnderTest) => Promise<void>): void {
    testOnEachEngine(`${name} ${what}`, async ({ storage }) => run(await start(storage)));
  }

  const refusal = (code: string) =>
    expect.objectContaining<Partial<Problem>>({ name: 'Problem', code: code as Problem['code'] });

  check('vouches for whoever signed up', async ({ provider }) => {
    const { user, idToken } = await provider.signUp(ada);
    expect(user).toMatchObject({ email: ada.email, displayName: ada.displayName });
    expect(await provider.identify(idToken)).toMatchObject({
      email: ada.email,
      displayName: ada.displayName,
      photoURL: ada.photoURL,
    });
  });

  check('knows a person again by the same subject', async ({ provider }) => {
    const first = await provider.identify((await provider.signUp(ada)).idToken);
    const again = await provider.signIn({ ...ada, network });
    expect((await provider.identify(again.idToken)).subject).toBe(first.subject);
  });

  check('takes an address once', async ({ provider }) => {
    await provider.signUp(ada);
    await expect(provider.signUp(ada)).rejects.toEqual(refusal('email-taken'));
  });

  check('tells a wrong password from an unknown address', async ({ provider }) => {
    await provider.signUp(ada);
    const wrong = provider.signIn({ email: ada.email, password: 'Wrong-one', network });
    await expect(wrong).rejects.toEqual(refusal('wrong-password'));
    const unknown = provider.signIn({ email: 'b@example.org', password: ada.password, network });
    await expect(unknown).rejects.toEqual(refusal('user-not-found'));
  });

  check('puts a changed profile into the next token', async ({ provider }) => {
    const { user } = await provider.signUp(ada);
    const profile = { displayName: 'Countess', photoURL: '/countess.png' };
    const { idToken } = await provider.updateProfile(user.id, profile);
    expect(await provider.identify(idToken)).toMatchObject(profile);
  });

  check('gives a fresh token, but not for an account that is gone', async ({ provider }) => {
    const { user } = await provider.signUp(ada);
    const fresh = await provider.refresh(user.id);
    expect((await provider.identify(fresh?.idToken ?? '')).email).toBe(ada.email);
    expect(await provider.refresh('nobody')).toBeNull();
  });

  check('lets a token run out after five minutes', async ({ provider, clock }) => {
    const { idToken } = await provider.signUp(ada);
    clock.now += 4 * 60_000;
    await provider.identify(idToken);
    clock.now += 70_000;
    await expect(provider.identify(idToken)).rejects.toEqual(refusal('not-signed-in'));
  });

  check('publishes its keys without their private part', async ({ provider }) => {
    await provider.signUp(ada);
    const { keys } = await provider.jwks();
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatchObject({ kid: expect.any(String), alg: expect.any(String) });
    expect(keys[0]).not.toHaveProperty('d');
  });

  check('refuses every token but its own', async ({ provider, issuer, audience, clock }) => {
    const { user } = await provider.signUp(ada);
    const { keys } = await provider.jwks();
    const kid = keys[0]?.kid ?? '';
    const strange = await generateKeyPair('ES256', { extractable: true });
    const iat = Math.floor(clock.now / 1000);
    const claims: JWTPayload = {
      iss: issuer,
      aud: audience,
      sub: user.id,
      email: ada.email,
      name: ada.displayName,
      iat,
      exp: iat + 60,
    };
    const signed = (payload: JWTPayload, header: object = {}) =>
      new SignJWT(payload)
        .setProtectedHeader({ alg: 'ES256', kid, ...header })
        .sign(strange.privateKey);
    const secret = new TextEncoder().encode(JSON.stringify(keys[0]));
    const forged = [
      '',
      'not.a.token',
      await signed(claims),
      await signed(claims, { kid: 'unknown' }),
      await signed(claims, { jwk: await exportJWK(strange.publicKey) }),
      new UnsecuredJWT(claims).encode(),
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(secret),
    ];
    for (const token of forged) {
      await expect(provider.identify(token), token).rejects.toEqual(refusal('not-signed-in'));
    }
  });
}
