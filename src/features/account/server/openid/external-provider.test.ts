import type { JSONWebKeySet } from 'jose';
import { expect, onTestFinished } from 'vitest';
import {
  type OpenIdPerson,
  startOpenIdProvider,
} from '../../../../../test/openid/openid-stand-in.ts';
import { openSignUp } from '../../../../identity/sign-up-policy.ts';
import { problemOf } from '../../../../identity/testing.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { testOnEachEngine } from '../../../../storage/testing.ts';
import { identityProviderSuite } from '../identity-provider.suite.ts';
import { startSite } from '../testing-site.ts';
import { createVisitor } from '../testing-visitor.ts';
import { createExternalProvider } from './external-provider.ts';

const grace: OpenIdPerson = {
  sub: '1001',
  email: 'Grace@Example.org',
  email_verified: true,
  name: 'Grace Hopper',
};

async function startSiteElsewhere(storage: Storage) {
  const standIn = await startOpenIdProvider();
  onTestFinished(() => standIn.stop());
  const site = await startSite(storage, { external: standIn.settings });
  standIn.allow(site.url);

  /** Signs the person in; returns the ID token. */
  async function prove(person: OpenIdPerson): Promise<string> {
    standIn.add(person);
    standIn.answerAs(person.sub);
    const visitor = createVisitor(site.url);
    return (await visitor.finishSignIn(await visitor.follow('/identity/start'))).idToken;
  }
  return { ...site, standIn, prove, provider: site.accounts.provider };
}

identityProviderSuite('another provider', async (storage) => {
  const { standIn, prove, provider, clock } = await startSiteElsewhere(storage);
  const { issuer, clientId } = standIn.settings;
  return {
    provider,
    issuer,
    audience: clientId,
    clock,
    prove: ({ name, email, displayName, photoURL }) =>
      prove({ sub: name, email, email_verified: true, name: displayName, picture: photoURL }),
    async jwks() {
      const reply = await fetch(`${issuer}/jwks`);
      return (await reply.json()) as JSONWebKeySet;
    },
  };
});

testOnEachEngine(
  'a sign-in whose address is missing or marked as unverified is refused',
  async ({ storage }) => {
    const { url, standIn } = await startSiteElsewhere(storage);
    const refusals: unknown[] = [];
    for (const person of [
      { ...grace, email_verified: false },
      { sub: '7', name: 'Nobody' },
    ]) {
      standIn.add(person);
      standIn.answerAs(person.sub);
      const end = await createVisitor(url).follow('/identity/start');
      refusals.push(new URLSearchParams(end.hash.slice(1)).get('problem'));
    }
    expect(refusals).toEqual(['email-not-verified', 'email-not-given']);
    expect(await storage.reader.selectFrom('people').select('id').execute()).toEqual([]);
  },
);

testOnEachEngine(
  'an address is accepted when the issuer does not say whether it is verified',
  async ({ storage }) => {
    const { prove, provider } = await startSiteElsewhere(storage);
    const { email_verified: _, ...unsaid } = grace;
    expect(await provider.identify(await prove(unsaid))).toMatchObject({
      subject: grace.sub,
      email: 'grace@example.org',
    });
  },
);

testOnEachEngine(
  'a person is identified by issuer and subject, and their address follows the provider',
  async ({ storage }) => {
    const { prove, provider } = await startSiteElsewhere(storage);
    const admit = async (person: OpenIdPerson) => {
      const who = await provider.identify(await prove(person));
      return storage.write((write) => provider.admit(write, who, { network: 'home' }));
    };
    const id = await admit(grace);
    const other = await admit({ ...grace, sub: '2002', email: 'hopper@example.org' });
    expect(other).not.toBe(id);

    expect((await problemOf(admit({ ...grace, email: 'hopper@example.org' }))).code).toBe(
      'email-taken',
    );
    expect(await admit({ ...grace, email: 'admiral@example.org' })).toBe(id);

    const rows = await storage.reader
      .selectFrom('people')
      .select('email')
      .orderBy('email')
      .execute();
    expect(rows.map(({ email }) => email)).toEqual(['admiral@example.org', 'hopper@example.org']);
  },
);

testOnEachEngine(
  'an external sign-in with the address of an existing local account gets email-taken',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    await createVisitor(url).signUp({ email: 'grace@example.org' });
    const { prove, provider } = await startSiteElsewhere(storage);
    const who = await provider.identify(await prove(grace));
    const admitted = storage.write((write) => provider.admit(write, who, { network: 'home' }));
    expect((await problemOf(admitted)).code).toBe('email-taken');
  },
);

testOnEachEngine(
  'the provider is unavailable, not the token invalid, while its keys cannot be fetched',
  async ({ storage }) => {
    const settings = { issuer: 'http://127.0.0.1:9', clientId: 'a', clientSecret: 'b' };
    const siteUrl = 'https://blog.example.org';
    const provider = createExternalProvider({
      storage,
      siteUrl,
      settings,
      signUpPolicy: openSignUp,
      now: Date.now,
    });
    expect((await problemOf(provider.identify('a.b.c'))).code).toBe('unavailable');
    expect(await provider.signOutUrl(undefined)).toBeUndefined();
  },
);
