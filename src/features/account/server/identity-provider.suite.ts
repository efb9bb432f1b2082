import {
  exportJWK,
  generateKeyPair,
  type JSONWebKeySet,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { expect } from 'vitest';
import type { Problem } from '../../../platform/contract/problems.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnEachEngine } from '../../../storage/testing.ts';
import type { IdentityProvider } from './identity-provider.ts';

/** A person with an account at the provider. */
export interface ProvenPerson {
  /** Identifies the person, since two people may have the same address. */
  readonly name: string;
  readonly email: string;
  readonly displayName: string;
  readonly photoURL: string;
}

export interface ProviderUnderTest {
  readonly provider: IdentityProvider;
  readonly issuer: string;
  readonly audience: string;
  /** The provider's clock, in milliseconds since 1970. */
  readonly clock: { now: number };
  /** Signs the person up on the first call, then signs in with the given profile; returns the ID token. */
  prove(person: ProvenPerson): Promise<string>;
  /** The public keys for its ID tokens. */
  jwks(): Promise<JSONWebKeySet>;
}

interface Subject extends ProviderUnderTest {
  readonly storage: Storage;
}

const ada: ProvenPerson = {
  name: 'ada',
  displayName: 'Ada Lovelace',
  photoURL: 'https://example.org/ada.png',
  email: 'ada@example.org',
};

/** Admits the person of a token; returns the id of their record on the site. */
async function admit({ provider, storage }: Subject, token: string): Promise<string> {
  const who = await provider.identify(token);
  return storage.write((write) => provider.admit(write, who, { network: 'home' }));
}

/** The requirements of every identity provider. */
export function identityProviderSuite(
  name: string,
  start: (storage: Storage) => Promise<ProviderUnderTest>,
): void {
  function check(what: string, run: (subject: Subject) => Promise<void>): void {
    testOnEachEngine(`${name} ${what}`, async ({ storage }) =>
      run({ ...(await start(storage)), storage }),
    );
  }

  const refusal = (code: string) =>
    expect.objectContaining<Partial<Problem>>({ name: 'Problem', code: code as Problem['code'] });

  check('identifies a person who signed up', async ({ provider, issuer, prove }) => {
    expect(await provider.identify(await prove(ada))).toMatchObject({
      issuer,
      subject: expect.any(String),
      email: ada.email,
      displayName: ada.displayName,
      photoURL: ada.photoURL,
    });
  });

  check('gives a person the same subject at every sign-in', async ({ provider, prove }) => {
    const first = await provider.identify(await prove(ada));
    expect((await provider.identify(await prove(ada))).subject).toBe(first.subject);
  });

  check('keeps one record per person, with the facts for the account page', async (subject) => {
    const { storage, provider, prove } = subject;
    const id = await admit(subject, await prove(ada));
    expect(await admit(subject, await prove(ada))).toBe(id);
    const people = await storage.reader.selectFrom('people').select(['id', 'email']).execute();
    expect(people).toEqual([{ id, email: ada.email }]);
    expect(await provider.factsOf(id)).toMatchObject({ createdAt: expect.any(Number) });
    expect(await provider.factsOf('nobody')).toBeUndefined();
  });

  check('gives an address to one person only', async (subject) => {
    await admit(subject, await subject.prove(ada));
    const other = async () => admit(subject, await subject.prove({ ...ada, name: 'eve' }));
    await expect(other()).rejects.toEqual(refusal('email-taken'));
  });

  check('puts a changed profile into the next token and the record', async (subject) => {
    const { storage, provider, prove } = subject;
    await admit(subject, await prove(ada));
    const profile = { displayName: 'Countess', photoURL: '/images/countess.png' };
    const token = await prove({ ...ada, ...profile });
    expect(await provider.identify(token)).toMatchObject(profile);
    await admit(subject, token);
    const row = await storage.reader
      .selectFrom('people')
      .select(['name', 'photo_url'])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ name: profile.displayName, photo_url: profile.photoURL });
  });

  check('refuses a token after five minutes', async ({ provider, clock, prove }) => {
    const idToken = await prove(ada);
    clock.now += 4 * 60_000;
    await provider.identify(idToken);
    clock.now += 70_000;
    await expect(provider.identify(idToken)).rejects.toEqual(refusal('not-signed-in'));
  });

  check('publishes its keys without their private parts', async ({ prove, jwks }) => {
    await prove(ada);
    const { keys } = await jwks();
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatchObject({ kid: expect.any(String), alg: expect.any(String) });
    expect(keys[0]).not.toHaveProperty('d');
  });

  check('refuses every forged token', async ({ provider, issuer, audience, clock, ...subject }) => {
    const { subject: sub } = await provider.identify(await subject.prove(ada));
    const { keys } = await subject.jwks();
    const kid = keys[0]?.kid ?? '';
    const strange = await generateKeyPair('ES256', { extractable: true });
    const iat = Math.floor(clock.now / 1000);
    const claims: JWTPayload = {
      iss: issuer,
      aud: audience,
      sub,
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
