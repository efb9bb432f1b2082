import { expect } from 'vitest';
import { listen } from '../../../src/app/testing.ts';
import { text } from '../../../src/blog/server/testing.ts';
import { deleteMyAccount } from '../../../src/features/account/contract/account-page.ts';
import { callAccountBack, startSession } from '../../../src/features/account/contract/sessions.ts';
import { addComment } from '../../../src/features/comments/contract.ts';
import { liftSuspension, setRole, suspend } from '../../../src/features/staff/contract/people.ts';
import { addBlog } from '../../../src/features/writing/publishing/contract/publishing.ts';
import {
  createCaller,
  givenMember,
  type Member,
  problemOf,
} from '../../../src/identity/testing.ts';
import { startMailServer } from '../../../src/platform/mail/testing-mail-server.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { testOnEachEngine } from '../../../src/storage/testing.ts';
import { signInBy } from './testing-sign-in.ts';

const signIn = (storage: Storage, url: string, member: Member, endpoint = startSession) =>
  signInBy(endpoint, storage, url, member);

const isShownFor = async ({ request }: Pick<Member, 'request'>, { person }: Member) =>
  (await (await request('/')).text()).includes(person.displayName);

testOnEachEngine(
  'a suspended person is signed out at once in every process, and can’t sign in until it ends',
  async ({ storage, open }) => {
    const here = await listen(storage);
    const there = await listen(await open());
    const owner = await givenMember(storage, here.url, 'Olga', 'owner');
    const ada = await givenMember(storage, here.url, 'Ada Lovelace');
    const adaThere = createCaller(there.url, ada.cookie);
    // Home is cached for members, with the name filled in, in both processes.
    for (const one of [ada, adaThere]) expect(await isShownFor(one, ada)).toBe(true);

    const params = { id: ada.person.id };
    const until = new Date(Date.now() + 60 * 60_000).toISOString();
    await owner.call(suspend, { params, body: { until, reason: 'Sold watches.' } });

    expect(await isShownFor(ada, ada)).toBe(false);
    await expect.poll(() => isShownFor(adaThere, ada)).toBe(false);
    expect((await problemOf(ada.call(addBlog, { body: text }))).status).toBe(401);
    for (const endpoint of [startSession, callAccountBack]) {
      const problem = await problemOf(signIn(storage, here.url, ada, endpoint as never));
      expect(problem).toMatchObject({ code: 'account-suspended', status: 409 });
      expect(problem.message).toMatch(/suspended until .* UTC\. The reason: Sold watches\.$/);
    }

    await owner.call(liftSuspension, { params });
    expect((await signIn(storage, here.url, ada)).body.user.displayName).toBe('Ada Lovelace');
    await owner.call(suspend, { params, body: { until: null, reason: 'Sold watches.' } });
    const unlimitedSuspension = await problemOf(signIn(storage, here.url, ada));
    expect(unlimitedSuspension.message).toBe(
      'This account is suspended for good. The reason: Sold watches.',
    );
  },
);

testOnEachEngine('a suspension ends by itself', async ({ storage }) => {
  const { url } = await listen(storage);
  const ada = await givenMember(storage, url);
  const endAt = (suspended_until: number) =>
    storage.write(({ db }) =>
      db.updateTable('people').set({ suspended_until, suspension_reason: 'Spam.' }).execute(),
    );
  await endAt(Date.now() + 60_000);
  expect((await problemOf(signIn(storage, url, ada))).code).toBe('account-suspended');
  // A session from before the suspension has ended.
  expect((await problemOf(ada.call(addBlog, { body: text }))).status).toBe(401);
  await endAt(Date.now() - 1);
  await signIn(storage, url, ada);
});

testOnEachEngine('a suspended person’s blogs and comments stay visible', async ({ storage }) => {
  const { url } = await listen(storage);
  const owner = await givenMember(storage, url, 'Olga', 'owner');
  const ada = await givenMember(storage, url);
  const { body: blog } = await ada.call(addBlog, { body: text });
  const params = { id: ada.person.id };
  await owner.call(suspend, { params, body: { until: null, reason: 'Spam.' } });
  const page = await (await owner.request(`/blog/${blog._id}`)).text();
  expect(page).toContain(text.title);
  await owner.call(addComment, { body: { blogId: blog._id, comment: 'Still here.' } });
});

testOnEachEngine(
  'the last owner can’t delete the account until there is another owner',
  async (test) => {
    const { storage } = test;
    const { url } = await listen(storage);
    const owner = await givenMember(storage, url, 'Olga', 'owner');
    const mary = await givenMember(storage, url, 'Mary', 'moderator');
    const leave = { body: { password: '', blogs: 'keep' } } as const;
    expect(await problemOf(owner.call(deleteMyAccount, leave))).toMatchObject({
      code: 'last-owner',
      status: 409,
    });
    const name = { params: { id: mary.person.id }, body: { role: 'owner' } } as const;
    await owner.call(setRole, name);
    // Of two concurrent deletions one must fail.
    const outcomes = await Promise.allSettled(
      [owner, mary].map((one) => one.call(deleteMyAccount, leave)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  },
);

testOnEachEngine(
  'decisions of staff about people are sent to them by e-mail',
  async ({ storage }) => {
    const server = await startMailServer();
    const { smtpUrl: SMTP_URL, from: MAIL_FROM } = server.mail;
    const { url } = await listen(storage, { SMTP_URL, MAIL_FROM });
    const olga = await givenMember(storage, url, 'Olga', 'owner');
    const ada = await givenMember(storage, url, 'Ada');
    const params = { id: ada.person.id };
    await olga.call(setRole, { params, body: { role: 'moderator' } });
    await expect.poll(() => server.taken).toEqual([olga.person.email]);
    await olga.call(suspend, { params, body: { until: null, reason: 'Sold watches.' } });
    await expect.poll(() => server.taken).toEqual([olga.person.email, ada.person.email]);
  },
);
