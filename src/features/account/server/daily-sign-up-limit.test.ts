import { expect, onTestFinished } from 'vitest';
import { startOpenIdProvider } from '../../../../test/openid/openid-stand-in.ts';
import { problemOf } from '../../../identity/testing.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../storage/testing.ts';
import { googleFailed, tooManyAccounts } from '../contract/problems.ts';
import { signUp } from '../contract/sessions.ts';
import { reasonOf } from '../web/hash-values.ts';
import { startSite } from './testing-site.ts';
import { ada, createVisitor } from './testing-visitor.ts';

const dayMs = 24 * 60 * 60_000;
const refusal = { code: 'too-many-accounts', status: 429, message: tooManyAccounts.message };

async function startProvider() {
  const provider = await startOpenIdProvider();
  onTestFinished(() => provider.stop());
  for (const name of ['ann', 'ben', 'cleo']) {
    provider.add({ sub: name, email: `${name}@google.example`, email_verified: true, name });
  }
  return provider;
}

/** Starts a site with passwords and Google sign-in that allows two new accounts per network and day. */
async function startSiteWithBoth(storage: Storage) {
  const google = await startProvider();
  const site = await startSite(storage, { google: google.settings, accountsPerDay: 2 });
  google.allow(site.url);
  const join = (name: string, network?: string) =>
    createVisitor(site.url, network).call(signUp, {
      body: { ...ada, email: `${name}@example.org` },
    });
  /** Signs up with Google; returns the code of the problem it ends with, or null. */
  async function come(name: string, network?: string): Promise<string | null> {
    google.answerAs(name);
    const end = await createVisitor(site.url, network).follow('/identity/google/start');
    return new URLSearchParams(end.hash.slice(1)).get('problem');
  }
  return { ...site, join, come };
}

async function countPeople(storage: Storage): Promise<number> {
  return (await storage.writer.selectFrom('people').select('id').execute()).length;
}

testOnEachEngine(
  'accounts by password and by Google share one daily limit per network and report the same problem',
  async ({ storage }) => {
    const { join, come, clock } = await startSiteWithBoth(storage);
    expect(await come('ann')).toBeNull();
    await join('dora');

    expect(await problemOf(join('emil'))).toMatchObject({ ...refusal, retryAfter: dayMs / 1_000 });
    const problem = await come('ben');
    expect(problem).toBe('too-many-accounts');
    // The message that the sign-in page shows.
    expect(reasonOf({ code: null, problem }, googleFailed)().message).toBe(refusal.message);
    expect(await countPeople(storage)).toBe(2);

    // An existing account can sign in, another network has its own limit, and the limit resets after a day.
    expect(await come('ann')).toBeNull();
    expect(await come('ben', '198.51.100.7')).toBeNull();
    clock.now += dayMs;
    expect(await come('cleo')).toBeNull();
    expect(await countPeople(storage)).toBe(4);
  },
);

testOnEachEngine(
  'the daily sign-up limit counts the first 64 bits of an IPv6 address as one network',
  async ({ storage }) => {
    const { join, come } = await startSiteWithBoth(storage);
    await join('dora', '2001:db8:1:2::1');
    expect(await come('ann', '2001:db8:1:2:ffff::2')).toBeNull();
    expect(await come('ben', '2001:DB8:1:2:0:0:0:3')).toBe('too-many-accounts');
    expect((await problemOf(join('emil', '2001:db8:1:2:abcd::')))?.code).toBe('too-many-accounts');
    expect(await come('ben', '2001:db8:1:3::1')).toBeNull();
  },
);

testOnBothEngines(
  'a failed sign-up does not count against the daily limit, and concurrent sign-ups do not exceed it',
  async ({ storage }) => {
    const { join, come } = await startSiteWithBoth(storage);
    await join('dora');
    expect((await problemOf(join('dora'))).code).toBe('email-taken');
    const ends = await Promise.allSettled([join('emil'), join('fay'), join('gil')]);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await come('ann')).toBe('too-many-accounts');
    expect(await countPeople(storage)).toBe(2);
  },
);

testOnEachEngine(
  'accounts of an external provider count against the daily limit',
  async ({ storage }) => {
    const provider = await startProvider();
    const site = await startSite(storage, { external: provider.settings, accountsPerDay: 1 });
    provider.allow(site.url);
    async function come(name: string): Promise<void> {
      provider.answerAs(name);
      const visitor = createVisitor(site.url);
      const proof = await visitor.finishSignIn(await visitor.follow('/identity/start'));
      await visitor.startSession({ ...proof, user: proof });
    }
    await come('ann');
    expect(await problemOf(come('ben'))).toMatchObject(refusal);
    await come('ann');
    expect(await countPeople(storage)).toBe(1);
  },
);
