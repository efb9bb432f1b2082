import { expect } from 'vitest';
import { mailOf } from '../../../identity/mail/outbox-store.ts';
import { problemOf } from '../../../identity/testing.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnBothEngines } from '../../../storage/testing.ts';
import { setRole, suspend } from '../contract/people.ts';
import { makeOwnerByEmail } from './own-site.ts';
import { staffNotices } from './staff-notices.ts';
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

testOnBothEngines('a refused change of role sends no e-mail', async ({ storage }) => {
  const site = await startStaffSite(storage);
  const olga = await site.member('Olga', 'owner');
  const leave = { params: { id: olga.person.id }, body: { role: 'member' } } as const;
  expect((await problemOf(olga.call(setRole, leave))).code).toBe('last-owner');
  expect(await mailsIn(storage)).toEqual([]);
});
