import { beforeAll, expect } from 'vitest';
import { problemOf } from '../../../../../identity/testing.ts';
import { testOnEachEngine } from '../../../../../storage/testing.ts';
import { myAccount } from '../../../contract/account-page.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  myFactors,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from '../../../contract/factors.ts';
import { signIn } from '../../../contract/sessions.ts';
import { startSite } from '../../testing-site.ts';
import { ada, createVisitor } from '../../testing-visitor.ts';
import { createDevice, type ResponseOverrides } from '../testing-device.ts';
import { addPasskeyOf, passByPasskey, passFirstStep, signInByPasskey } from '../testing-factors.ts';

const password = ada.password;

// The first passkey loads this module: load it here, outside the first test's time limit.
beforeAll(async () => {
  await import('@simplewebauthn/server');
});

testOnEachEngine(
  'a passkey can be added, renamed, used for sign-in and removed',
  async ({ storage }) => {
    const site = await startSite(storage);
    const visitor = createVisitor(site.url);
    await visitor.signUp();
    const device = createDevice(site.url);
    const { id, recoveryCodes } = await addPasskeyOf(visitor, device);
    expect(new Set(recoveryCodes).size).toBe(10);
    await visitor.call(renamePasskey, { params: { id }, body: { name: ' Phone ' } });

    const elsewhere = createVisitor(site.url, '203.0.113.9');
    await elsewhere.startSession(await signInByPasskey(elsewhere, device));
    expect((await elsewhere.call(myAccount, {})).body.email).toBe(ada.email);
    const { body } = await elsewhere.call(myFactors, {});
    expect(body).toMatchObject({
      passkeys: [{ id, name: 'Phone', lastUsedAt: expect.any(String) }],
      codesSince: null,
      recoveryCodesLeft: 10,
    });

    const wrong = visitor.call(removePasskey, { params: { id }, body: { password: 'Wrong-one' } });
    expect((await problemOf(wrong)).code).toBe('wrong-password');
    await visitor.call(removePasskey, { params: { id }, body: { password } });
    expect((await visitor.call(myFactors, {})).body).toMatchObject({
      passkeys: [],
      recoveryCodesLeft: 0,
    });
    expect((await problemOf(signInByPasskey(elsewhere, device))).code).toBe('passkey-unknown');
    await elsewhere.signIn();
    const kinds = await storage.reader.selectFrom('security_events').select('kind').execute();
    expect(kinds.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['passkey-added', 'passkey-removed']),
    );
  },
);

testOnEachEngine(
  'an attestation statement is ignored when a passkey is added',
  async ({ storage }) => {
    const site = await startSite(storage);
    const visitor = createVisitor(site.url);
    await visitor.signUp();
    const device = createDevice(site.url);
    const stated = new Map([['sig', Buffer.from('of nobody')]]);
    await addPasskeyOf(visitor, device, { statement: ['android-key', stated] });
    await visitor.startSession(await signInByPasskey(visitor, device));
  },
);

testOnEachEngine(
  'a passkey is accepted as the second step after the password',
  async ({ storage }) => {
    const site = await startSite(storage);
    const visitor = createVisitor(site.url);
    await visitor.signUp();
    const device = createDevice(site.url);
    await addPasskeyOf(visitor, device);
    expect(await passFirstStep(visitor)).toMatchObject({ methods: ['passkey', 'recovery-code'] });
    // User verification isn't required after the password, but it is for a passkey alone.
    const lies = { isVerified: false };
    const proof = await passByPasskey(visitor, device, lies);
    await visitor.startSession(proof);
    expect((await problemOf(signInByPasskey(visitor, device, lies))).code).toBe('passkey-refused');
  },
);

testOnEachEngine(
  'a passkey reply with a wrong origin, site, signature or user is refused',
  async ({ storage }) => {
    const site = await startSite(storage, { limits: 0 });
    const visitor = createVisitor(site.url);
    await visitor.signUp();
    const device = createDevice(site.url);
    await addPasskeyOf(visitor, device);
    const stranger = createVisitor(site.url);
    await stranger.signUp({ email: 'eve@example.org' });
    const lies: readonly ResponseOverrides[] = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { isForged: true },
      { userHandle: 'c29tZWJvZHk' },
    ];
    for (const lie of lies) {
      const refused = await problemOf(signInByPasskey(stranger, device, lie));
      expect(refused.code, JSON.stringify(lie)).toBe('passkey-refused');
      expect((await problemOf(passByPasskey(stranger, device, lie))).code).toBe('passkey-refused');
    }
    // A passkey of one account can't be another account's second step or be added to it.
    const { body: options } = await stranger.call(beginPasskey, { body: { password } });
    const credential = device.create(options as never);
    const again = stranger.call(addPasskey, { body: { name: 'Mine', credential } });
    expect((await problemOf(again)).code).toBe('passkey-known');
    const bad = device.create(options as never, { origin: 'https://evil.example' });
    const refused = stranger.call(addPasskey, { body: { name: 'Mine', credential: bad } });
    expect((await problemOf(refused)).code).toBe('setup-expired');
  },
);

testOnEachEngine(
  'a passkey challenge works once, in the browser that asked for it, within five minutes',
  async ({ storage }) => {
    const site = await startSite(storage);
    const visitor = createVisitor(site.url);
    await visitor.signUp();
    const device = createDevice(site.url);
    await addPasskeyOf(visitor, device);
    const { body: options } = await visitor.call(beginPasskeySignIn, {});
    const credential = device.use(options);
    const use = (who: typeof visitor) => who.call(signInWithPasskey, { body: { credential } });
    const thief = createVisitor(site.url);
    expect((await problemOf(use(thief))).code).toBe('setup-expired');
    await thief.call(beginPasskeySignIn, {});
    expect((await problemOf(use(thief))).code).toBe('passkey-refused');
    await use(visitor);
    expect((await problemOf(use(visitor))).code).toBe('setup-expired');
    const { body: late } = await visitor.call(beginPasskeySignIn, {});
    site.clock.now += 5 * 60_000;
    const tooLate = visitor.call(signInWithPasskey, { body: { credential: device.use(late) } });
    expect((await problemOf(tooLate)).code).toBe('setup-expired');
  },
);

testOnEachEngine(
  'a passkey whose counter does not increase is refused as copied and recorded',
  async ({ storage }) => {
    const site = await startSite(storage);
    const visitor = createVisitor(site.url);
    await visitor.signUp();
    const device = createDevice(site.url);
    await addPasskeyOf(visitor, device);
    await signInByPasskey(visitor, device, { counter: 7 });
    const copied = await problemOf(signInByPasskey(visitor, device, { counter: 7 }));
    expect(copied).toMatchObject({ code: 'passkey-copied', status: 409 });
    const second = await problemOf(passByPasskey(visitor, device, { counter: 3 }));
    expect(second.code).toBe('passkey-copied');
    const kinds = await storage.reader.selectFrom('security_events').select('kind').execute();
    expect(kinds.filter(({ kind }) => kind === 'passkey-copied')).toHaveLength(2);
  },
);

testOnEachEngine('a passkey whose counter always stays 0 works each time', async ({ storage }) => {
  const site = await startSite(storage);
  const visitor = createVisitor(site.url);
  await visitor.signUp();
  const device = createDevice(site.url);
  await addPasskeyOf(visitor, device, { counter: 0 });
  for (let count = 0; count < 3; count += 1) await signInByPasskey(visitor, device, { counter: 0 });
});

testOnEachEngine(
  'adding a passkey requires the password and applies only to the account that asked',
  async ({ storage }) => {
    const site = await startSite(storage);
    const visitor = createVisitor(site.url);
    await visitor.signUp();
    const device = createDevice(site.url);
    const wrong = visitor.call(beginPasskey, { body: { password: 'Wrong-one' } });
    expect((await problemOf(wrong)).code).toBe('wrong-password');
    const { body: options } = await visitor.call(beginPasskey, { body: { password } });
    const credential = device.create(options as never);
    // The same browser, signed in to another account in the meantime.
    await visitor.signUp({ email: 'eve@example.org' });
    const foreign = visitor.call(addPasskey, { body: { name: 'Mine', credential } });
    expect((await problemOf(foreign)).code).toBe('setup-expired');
    const { body } = await visitor.call(myFactors, {});
    expect(body.passkeys).toEqual([]);
  },
);

testOnEachEngine(
  'a passkey can only be changed by its owner and is deleted with the account',
  async ({ storage }) => {
    const site = await startSite(storage);
    const visitor = createVisitor(site.url);
    await visitor.signUp();
    const { id } = await addPasskeyOf(visitor, createDevice(site.url));
    const eve = createVisitor(site.url);
    await eve.signUp({ email: 'eve@example.org' });
    const params = { id };
    const removed = eve.call(removePasskey, { params, body: { password } });
    expect((await problemOf(removed)).code).toBe('passkey-not-found');
    const renamed = eve.call(renamePasskey, { params, body: { name: 'Hers' } });
    expect((await problemOf(renamed)).code).toBe('passkey-not-found');
    await storage.write(({ db }) => db.deleteFrom('people').execute());
    for (const table of ['passkeys', 'recovery_codes', 'authenticators'] as const) {
      expect(await storage.reader.selectFrom(table).select('person_id').execute()).toEqual([]);
    }
  },
);

testOnEachEngine(
  'a site whose address is an IP address or plain http refuses passkeys with passkeys-impossible',
  async ({ storage }) => {
    for (const siteUrl of [
      'http://192.0.2.7:3000',
      'https://[2001:db8::1]',
      'http://blog.example',
    ]) {
      const site = await startSite(storage, { siteUrl });
      const visitor = createVisitor(site.url);
      const refused = await problemOf(visitor.call(beginPasskeySignIn, {}));
      expect(refused, siteUrl).toMatchObject({ code: 'passkeys-impossible', status: 409 });
    }
  },
);

testOnEachEngine(
  "more than sixty passkey challenges within the limit's window get 429, and expired ones are deleted",
  async ({ storage }) => {
    const site = await startSite(storage);
    const visitor = createVisitor(site.url);
    for (let count = 0; count < 60; count += 1) await visitor.call(beginPasskeySignIn, {});
    expect((await problemOf(visitor.call(beginPasskeySignIn, {}))).status).toBe(429);
    site.clock.now += 11 * 60_000;
    await visitor.call(beginPasskeySignIn, {});
    const rows = await storage.reader.selectFrom('one_time_tokens').select('purpose').execute();
    // Each new challenge deletes a few expired ones; the sweep deletes the rest.
    expect(rows.length).toBeLessThan(60);
    expect((await problemOf(visitor.call(signIn, { body: ada }))).code).toBe('user-not-found');
  },
);
