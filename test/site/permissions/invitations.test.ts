import { expect, onTestFinished } from 'vitest';
import { listen } from '../../../src/app/testing.ts';
import {
  finishGoogle,
  signUp,
  startSession,
} from '../../../src/features/account/contract/sessions.ts';
import {
  startSite,
  type TestSiteOptions,
} from '../../../src/features/account/server/testing-site.ts';
import { ada, createVisitor } from '../../../src/features/account/server/testing-visitor.ts';
import {
  invitationState,
  invitations,
  invite,
  revokeInvitation,
} from '../../../src/features/settings/contract/invitations.ts';
import { saveSettings } from '../../../src/features/settings/contract/settings.ts';
import { createSignUpPolicy } from '../../../src/features/settings/server/sign-up-policy.ts';
import { createCaller, givenMember, problemOf } from '../../../src/identity/testing.ts';
import type { SignUpMode } from '../../../src/platform/site/own-settings.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { testOnEachEngine } from '../../../src/storage/testing.ts';
import { startOpenIdProvider } from '../../openid/openid-stand-in.ts';

/** A site with this sign-up setting, and a second server of it that has only the accounts. */
async function start(storage: Storage, mode: SignUpMode, options: TestSiteOptions = {}) {
  const { url } = await listen(storage);
  const owner = await givenMember(storage, url, 'Olga', 'owner');
  await owner.call(saveSettings, { body: { version: 0, settings: { signUp: mode } } });
  const accounts = await startSite(storage, {
    signUpPolicy: createSignUpPolicy(storage),
    limits: 0,
    ...options,
  });
  async function inviteFor(peopleMax: number, label = 'Friends'): Promise<string> {
    const { body } = await owner.call(invite, { body: { label, peopleMax, days: 1 } });
    const { pathname, search, hash } = new URL(body.link);
    expect(pathname + search).toBe('/Account/signup');
    return new URLSearchParams(hash.slice(1)).get('invite') ?? '';
  }
  const join = (token: string | undefined, email = 'ada@example.org') =>
    createVisitor(accounts.url).call(signUp, { body: { ...ada, email, invite: token } });
  return { url, owner, accounts, inviteFor, join };
}

async function countPeople(storage: Storage): Promise<number> {
  return (await storage.writer.selectFrom('people').select('id').execute()).length;
}

testOnEachEngine(
  'with sign-up closed nobody can join, and members can sign in',
  async ({ storage }) => {
    const { url, owner, accounts, join, inviteFor } = await start(storage, 'everybody');
    await join(undefined);
    await owner.call(saveSettings, { body: { version: 1, settings: { signUp: 'nobody' } } });
    const token = await inviteFor(5);
    for (const one of [undefined, token]) {
      const refused = await problemOf(join(one, 'ben@example.org'));
      expect(refused).toMatchObject({ status: 409, code: 'sign-up-closed' });
    }
    await createVisitor(accounts.url).signIn();
    const page = await (await createCaller(url).request('/Account/signup')).text();
    expect(page).toContain('This site takes no new accounts at the moment.');
    expect(page).not.toContain('Your Name');
  },
);

testOnEachEngine(
  'an invitation admits as many people as it says, also concurrently',
  async (database) => {
    const { storage } = database;
    const { owner, url, join, inviteFor } = await start(storage, 'invited');
    expect(await problemOf(join(undefined))).toMatchObject({ code: 'invitation-needed' });
    expect(await problemOf(join('x'.repeat(43)))).toMatchObject({ code: 'invitation-over' });
    expect(await problemOf(join('\0'))).toMatchObject({ code: 'invitation-needed' });
    const token = await inviteFor(2);
    const visitor = createCaller(url);
    const isOpen = async () =>
      (await visitor.call(invitationState, { body: { invite: token } })).body.isOpen;
    expect(await isOpen()).toBe(true);

    const names = ['a', 'b', 'c', 'd'].map((name) => `${name}@example.org`);
    const tries = await Promise.allSettled(names.map((email) => join(token, email)));
    const refused = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(refused).toEqual(['invitation-over', 'invitation-over']);
    // The two, and the owner; a refused sign-up leaves no account.
    expect(await countPeople(storage)).toBe(3);
    expect(await isOpen()).toBe(false);
    const [made] = (await owner.call(invitations, {})).body;
    expect(made).toMatchObject({ state: 'used', peopleMax: 2, peopleCame: 2, by: 'Olga' });
    expect(made?.people).toHaveLength(2);
    const { token_hash } = await storage.writer
      .selectFrom('invitations')
      .select('token_hash')
      .executeTakeFirstOrThrow();
    expect(token_hash).not.toContain(token);
  },
);

testOnEachEngine('a revoked invitation admits nobody', async ({ storage }) => {
  const { owner, url, join, inviteFor } = await start(storage, 'invited');
  const token = await inviteFor(5, 'Weavers');
  const [{ id } = { id: '' }] = (await owner.call(invitations, {})).body;
  await owner.call(revokeInvitation, { params: { id } });
  expect(await problemOf(join(token))).toMatchObject({ code: 'invitation-over', status: 409 });
  expect(await problemOf(owner.call(revokeInvitation, { params: { id } }))).toMatchObject({
    status: 404,
  });
  const page = async (path: string) => (await createCaller(url).request(path)).text();
  expect(await page(`/Account/signup?invite=${token}`)).toContain('has been used or is over');
  expect(await page('/Account/signup')).toContain('New accounts are by invitation here.');
  expect(await page(`/Account/signup?invite=${await inviteFor(1)}`)).toContain('Your Name');
  const acts = await storage.writer
    .selectFrom('acts')
    .select(['act', 'subject_label'])
    .where('subject_kind', '=', 'invitation')
    .orderBy('id')
    .execute();
  expect(acts).toEqual([
    // The labels are left out of the log: they are mostly names, and the log outlasts accounts.
    { act: 'invitation-made', subject_label: '' },
    { act: 'invitation-revoked', subject_label: '' },
    { act: 'invitation-made', subject_label: '' },
  ]);
});

testOnEachEngine(
  'Google sign-in admits only people that the site’s sign-up setting admits',
  async ({ storage }) => {
    const google = await startOpenIdProvider();
    onTestFinished(() => google.stop());
    const { accounts, inviteFor } = await start(storage, 'invited', { google: google.settings });
    google.allow(accounts.url);
    const profile = { email_verified: true, picture: 'https://example.org/g.png' } as const;
    google.add({ sub: '1001', email: 'grace@example.org', name: 'Grace', ...profile });
    google.answerAs('1001');
    const come = async (query = '') =>
      createVisitor(accounts.url).follow(`/identity/google/start${query}`);
    const problemAt = (end: URL) => new URLSearchParams(end.hash.slice(1)).get('problem');
    expect(problemAt(await come())).toBe('invitation-needed');
    expect(problemAt(await come(`?invite=${'x'.repeat(43)}`))).toBe('invitation-over');
    expect(await countPeople(storage)).toBe(1);

    const token = await inviteFor(1);
    const visitor = createVisitor(accounts.url);
    const end = await visitor.follow(`/identity/google/start?invite=${token}`);
    const code = new URLSearchParams(end.hash.slice(1)).get('code') ?? '';
    expect((await visitor.call(finishGoogle, { body: { code } })).body.outcome).toBe('signed-in');
    // A person with an account needs no invitation.
    expect(problemAt(await come())).toBeNull();
  },
);

testOnEachEngine(
  'an external provider creates no account for people without an invitation',
  async (database) => {
    const { storage } = database;
    const provider = await startOpenIdProvider();
    onTestFinished(() => provider.stop());
    const { accounts, inviteFor } = await start(storage, 'invited', {
      external: provider.settings,
    });
    provider.allow(accounts.url);
    const profile = { email_verified: true, picture: 'https://example.org/g.png' } as const;
    provider.add({ sub: '1001', email: 'grace@example.org', name: 'Grace', ...profile });
    provider.answerAs('1001');
    async function come(query = ''): Promise<void> {
      const visitor = createVisitor(accounts.url);
      const proof = await visitor.finishSignIn(await visitor.follow(`/identity/start${query}`));
      const { email, idToken, invite: token } = proof;
      const headers = { authorization: `Bearer ${idToken}` };
      await visitor.call(startSession, { body: { email, invite: token } }, headers);
    }
    expect(await problemOf(come())).toMatchObject({ status: 409, code: 'invitation-needed' });
    expect(await countPeople(storage)).toBe(1);
    await come(`?invite=${await inviteFor(1)}`);
    await come();
    expect(await countPeople(storage)).toBe(2);
  },
);
