import { expect } from 'vitest';
import { recordAudit } from '../../../identity/audit-log.ts';
import { problemOf } from '../../../identity/testing.ts';
import { testOnEachEngine } from '../../../storage/testing.ts';
import { acts } from '../contract/audit.ts';
import { startStaffSite } from './testing-staff.ts';

testOnEachEngine('the audit log is paged and can be filtered', async ({ storage }) => {
  const site = await startStaffSite(storage);
  const olga = await site.member('Olga', 'owner');
  const mary = await site.member('Mary', 'moderator');
  const blog = { kind: 'blog', id: 'b', label: 'Engines' };
  const person = { kind: 'person', id: mary.person.id, label: 'Mary' };
  await storage.write(async (write) => {
    for (let index = 0; index < 60; index += 1) {
      await recordAudit(write, {
        by: mary.person,
        action: 'blog-hidden',
        subject: blog,
        reason: 'Spam.',
      });
    }
    await recordAudit(write, { by: olga.person, action: 'moderator-named', subject: person });
  });
  const ask = async (query: object) => (await mary.call(acts, { query })).body;
  const page = await ask({});
  expect(page.acts).toHaveLength(50);
  expect(page.acts[0]).toMatchObject({
    act: 'moderator-named',
    by: { name: 'Olga' },
    subject: { label: 'Mary' },
  });
  const rest = await ask({ cursor: page.nextCursor });
  expect(rest.acts).toHaveLength(11);
  expect(rest.nextCursor).toBeNull();
  expect(rest.acts[0]).toMatchObject({ by: { name: 'Mary' }, subject: blog, reason: 'Spam.' });
  expect((await ask({ kind: 'person' })).acts).toHaveLength(1);
  expect((await ask({ by: olga.person.id })).acts).toHaveLength(1);
  expect((await ask({ subject: 'b', by: olga.person.id })).acts).toEqual([]);
  expect((await problemOf(ask({ by: '%00' }))).code).toBe('invalid-input');

  // The deleted account's name is gone; the entry stays.
  await storage.write(({ db }) =>
    db.deleteFrom('people').where('id', '=', mary.person.id).execute(),
  );
  const { body } = await olga.call(acts, { query: {} });
  expect(body.acts.slice(0, 2)).toMatchObject([
    { subject: { kind: 'person', label: '' } },
    { by: { id: mary.person.id, name: null } },
  ]);
});
