import { expect } from 'vitest';
import { problemOf } from '../../../identity/testing.ts';
import { testOnEachEngine } from '../../../storage/testing.ts';
import { acts } from '../contract/audit.ts';
import { claimSite } from '../contract/claim.ts';
import { people } from '../contract/people.ts';
import { issueClaim, makeOwnerByEmail } from './own-site.ts';
import { startStaffSite } from './testing-staff.ts';

const claimBy = (code: string | undefined) => ({ body: { code: code ?? '' } });

testOnEachEngine('a link makes one owner, once; a later start makes it worthless', async (test) => {
  const { storage } = test;
  const site = await startStaffSite(storage);
  const [ada, ben] = [await site.member('Ada'), await site.member('Ben')];
  const old = await issueClaim(storage, 1);
  const code = await issueClaim(storage, 2);
  expect((await problemOf(site.visitor.call(claimSite, claimBy(code)))).status).toBe(401);
  expect((await problemOf(ada.call(claimSite, claimBy(old)))).code).toBe('claim-not-valid');
  expect((await problemOf(ada.call(claimSite, claimBy('x')))).code).toBe('invalid-input');

  const outcomes = await Promise.allSettled(
    [ada, ben, ada, ben].map((one) => one.call(claimSite, claimBy(code))),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const owner = outcomes.findIndex(({ status }) => status === 'fulfilled') % 2 === 0 ? ada : ben;
  expect((await problemOf(ben.call(claimSite, claimBy(code)))).code).toBe('owned-already');
  expect((await owner.call(people, { query: { filter: 'staff' } })).body.people).toHaveLength(1);
  expect((await owner.call(acts, { query: {} })).body.acts).toMatchObject([
    { act: 'site-claimed', by: { id: owner.person.id } },
  ]);
  expect(await issueClaim(storage, 3)).toBeUndefined();
  expect(await storage.writer.selectFrom('claims').selectAll().execute()).toEqual([]);
});

testOnEachEngine('the code is kept as a hash alone', async ({ storage }) => {
  const code = await issueClaim(storage, 1);
  const kept = JSON.stringify(await storage.writer.selectFrom('claims').selectAll().execute());
  expect(code).toHaveLength(43);
  expect(kept).not.toContain(code);
});

testOnEachEngine('the one at the shell makes an owner, and lets them in again', async (test) => {
  const { storage } = test;
  const site = await startStaffSite(storage);
  const ada = await site.member('Ada');
  const code = await issueClaim(storage, 1);
  await storage.write(({ db }) =>
    db.updateTable('people').set({ suspended_until: 9e12 }).execute(),
  );
  expect(await makeOwnerByEmail(storage, 'nobody@example.org', 1)).toBe(false);
  expect(await makeOwnerByEmail(storage, ada.person.email, 1)).toBe(true);
  const { body } = await ada.call(people, { query: {} });
  expect(body.people).toMatchObject([{ role: 'owner', suspension: null }]);
  expect((await problemOf(ada.call(claimSite, claimBy(code)))).code).toBe('owned-already');
  expect((await ada.call(acts, { query: {} })).body.acts).toMatchObject([
    { act: 'owner-named', by: null, subject: { label: 'Ada' } },
  ]);
});

testOnEachEngine('an author who was imported has no account, and owns nothing', async (test) => {
  const { storage } = test;
  await storage.write(({ db }) =>
    db.insertInto('people').values({ id: 'demo', name: 'Demo', created_at: 0 }).execute(),
  );
  expect(await makeOwnerByEmail(storage, '', 1)).toBe(false);
  const site = await startStaffSite(storage);
  const owner = await site.member('Olga', 'owner');
  expect((await owner.call(people, { query: {} })).body.people).toHaveLength(1);
});
