import { expect, onTestFinished } from 'vitest';
import { startOpenIdProvider } from '../../../../test/openid/openid-stand-in.ts';
import { problemOf } from '../../../identity/testing.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../storage/testing.ts';
import { signUp } from '../contract.ts';
import { googleFailed, tooManyAccounts } from '../problems.ts';
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

/** A site where Google stands beside passwords, and one network may make two accounts in a day. */
async function startSiteWithBoth(storage: Storage) {
  const google = await startProvider();
  const site = await startSite(storage, { google: google.settings, accountsPerDay: 2 });
  google.allow(site.url);
  const join = (name: string, network?: string) =>
    createVisitor(site.url, network).call(signUp, {
      body: { ...ada, email: `${name}@example.org` },
    });
  /** The problem that Google's way ends with, or none. */
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
  'accounts of a network count together, by password and by Google, and both doors say the same',
  async ({ storage }) => {
    const { join, come, clock } = await startSiteWithBoth(storage);
    expect(await come('ann')).toBeNull();
    await join('dora');

    expect(await problemOf(join('emil'))).toMatchObject({ ...refusal, retryAfter: dayMs / 1_000 });
    const problem = await come('ben');
    expect(problem).toBe('too-many-accounts');
    // What the page makes of it.
    expect(reasonOf({ code: null, problem }, googleFailed)().message).toBe(refusal.message);
    expect(await countPeople(storage)).toBe(2);

    // Whoever has an account comes in, from the next network others do, and tomorrow they do from here.
    expect(await come('ann')).toBeNull();
    expect(await come('ben', '198.51.100.7')).toBeNull();
    clock.now += dayMs;
    expect(await come('cleo')).toBeNull();
    expect(await countPeople(storage)).toBe(4);
  },
);

testOnEachEngine(
  'an IPv6 network is its first 64 bits, however many addresses it has',
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
  'what came to no account counts for nothing, and of many at once no more come in than may',
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

testOnEachEngine('accounts of another provider count as well', async ({ storage }) => {
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
});
