import { expect } from 'vitest';
import { mailOf } from '../../../identity/mail/outbox-store.ts';
import type { Role } from '../../../identity/person.ts';
import { problemOf } from '../../../identity/testing.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnBothEngines } from '../../../storage/testing.ts';
import { liftSuspension, setRole, suspend } from '../contract/people.ts';
import { makeOwnerByEmail } from './own-site.ts';
import { notifyOwners, staffNotices } from './staff-notices.ts';
import { queueMail, startStaffSite } from './testing-staff.ts';

/** Composes the e-mails in the outbox, then empties it. */
async function mailsIn(storage: Storage) {
  const siteName = async () => 'The Hub';
  const { compose } = staffNotices({ storage, siteUrl: 'https://hub.example', siteName });
  const rows = await storage.writer.selectFrom('outbox').selectAll().orderBy('id').execute();
  const mails = await Promise.all(rows.map((row) => compose(mailOf(row))));
  await storage.write(({ db }) => db.deleteFrom('outbox').execute());
  return mails.map((mail) => [mail?.to, mail?.subject, mail?.text] as const);
}

testOnBothEngines(
  'owners are e-mailed about new staff, and a person about decisions on their account',
  async (test) => {
    const { storage } = test;
    const site = await startStaffSite(storage);
    const olga = await site.member('Olga', 'owner');
    await site.member('Otto', 'owner');
    const mary = await site.member('Mary');
    const params = { id: mary.person.id };
    const give = (role: 'owner' | 'moderator' | 'member') =>
      olga.call(setRole, { params, body: { role } });

    await give('moderator');
    const subject = 'Mary is a moderator now';
    const text = expect.stringContaining('Olga made Mary a moderator of The Hub.');
    expect(await mailsIn(storage)).toEqual([
      ['olga@example.org', subject, text],
      ['otto@example.org', subject, text],
    ]);
    // The role is unchanged.
    await give('moderator');
    expect(await mailsIn(storage)).toEqual([]);

    await give('owner');
    expect((await mailsIn(storage)).map(([to, about]) => [to, about])).toEqual(
      ['olga', 'otto', 'mary'].map((name) => [`${name}@example.org`, 'Mary is an owner now']),
    );
    await give('member');
    expect(await mailsIn(storage)).toEqual([
      ['mary@example.org', 'Your role at The Hub has changed', expect.stringContaining('a member')],
    ]);
    await olga.call(suspend, { params, body: { until: null, reason: 'Sold watches.' } });
    expect(await mailsIn(storage)).toEqual([
      [
        'mary@example.org',
        'Your account at The Hub is suspended',
        expect.stringMatching(/suspended for good\.[\s\S]*The reason: Sold watches\./),
      ],
    ]);

    const shell = { email: 'mary@example.org', isUnprovenEnough: false, now: 1, queueMail };
    expect(await makeOwnerByEmail(storage, shell)).toBe('made');
    expect((await mailsIn(storage)).map(([, , words]) => words)).toEqual(
      Array(3).fill(expect.stringContaining('The operator of the server made Mary an owner')),
    );
  },
);

testOnBothEngines(
  'an owner who becomes a moderator is e-mailed, but not the owners with a deleted account',
  async (test) => {
    const { storage } = test;
    const site = await startStaffSite(storage);
    const olga = await site.member('Olga', 'owner');
    const otto = await site.member('Otto', 'owner');
    const mary = await site.member('Mary', 'owner');
    // Deleted by an older version, which kept the role.
    await storage.write(({ db }) =>
      db.updateTable('people').set({ ends_at: 9e12 }).where('id', '=', otto.person.id).execute(),
    );
    const { id } = mary.person;
    await olga.call(setRole, { params: { id }, body: { role: 'moderator' } });
    expect(await mailsIn(storage)).toEqual([
      ['olga@example.org', 'Mary is a moderator now', expect.any(String)],
      [
        'mary@example.org',
        'Your role at The Hub has changed',
        expect.stringContaining('You are a moderator from now on.'),
      ],
    ]);
  },
);

testOnBothEngines(
  'whoever loses what they could do is e-mailed about the new role',
  async ({ storage }) => {
    const site = await startStaffSite(storage);
    const olga = await site.member('Olga', 'owner');
    const { id } = (await site.member('Mary')).person;
    const toMary = async (role: Role) => {
      await olga.call(setRole, { params: { id }, body: { role } });
      const mails = await mailsIn(storage);
      return mails.flatMap(([to, , words = '']) =>
        to === 'mary@example.org' ? (words.match(/You are .* from now on/) ?? []) : [],
      );
    };
    expect(await toMary('moderator')).toEqual([]);
    expect(await toMary('editor')).toEqual(['You are an editor from now on']);
    // Moderators don't edit.
    expect(await toMary('moderator')).toEqual(['You are a moderator from now on']);
    expect(await toMary('owner')).toEqual([]);
    expect(await toMary('editor')).toEqual(['You are an editor from now on']);
    expect(await toMary('member')).toEqual(['You are a member from now on']);
  },
);

testOnBothEngines(
  'a suspension is e-mailed again only with another end or reason',
  async ({ storage }) => {
    const site = await startStaffSite(storage);
    const olga = await site.member('Olga', 'owner');
    const { id } = (await site.member('Mary')).person;
    const suspendFor = async (until: string | null, reason: string) => {
      await olga.call(suspend, { params: { id }, body: { until, reason } });
      return (await mailsIn(storage)).length;
    };
    const until = new Date(Date.now() + 60 * 60_000).toISOString();
    expect(await suspendFor(until, 'Spam.')).toBe(1);
    expect(await suspendFor(until, 'Spam.')).toBe(0);
    expect(await suspendFor(until, 'Sold watches.')).toBe(1);
    expect(await suspendFor(null, 'Sold watches.')).toBe(1);
    expect(await suspendFor(null, 'Sold watches.')).toBe(0);
    await olga.call(liftSuspension, { params: { id } });
    expect(await suspendFor(null, 'Sold watches.')).toBe(1);
  },
);

testOnBothEngines(
  'every owner is e-mailed when staff no longer need a second factor',
  async ({ storage }) => {
    const site = await startStaffSite(storage);
    const olga = await site.member('Olga', 'owner');
    await site.member('Otto', 'owner');
    await site.member('Mo', 'moderator');
    const byId = olga.person.id;
    await storage.write((write) =>
      notifyOwners(write, queueMail, { about: 'factor-waived', byId }),
    );
    const text = expect.stringMatching(/^Hello,\n\nOlga changed the settings[\s\S]*\/Manage\/log/);
    const subject = 'The staff of The Hub need no second factor any more';
    expect(await mailsIn(storage)).toEqual([
      ['olga@example.org', subject, text],
      ['otto@example.org', subject, text],
    ]);
  },
);

testOnBothEngines('a refused change of role sends no e-mail', async ({ storage }) => {
  const site = await startStaffSite(storage);
  const olga = await site.member('Olga', 'owner');
  const leave = { params: { id: olga.person.id }, body: { role: 'member' } } as const;
  expect((await problemOf(olga.call(setRole, leave))).code).toBe('last-owner');
  expect(await mailsIn(storage)).toEqual([]);
});
