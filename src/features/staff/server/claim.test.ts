import { expect } from 'vitest';
import { problemOf } from '../../../identity/testing.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnEachEngine } from '../../../storage/testing.ts';
import { acts } from '../contract/audit.ts';
import { claimSite } from '../contract/claim.ts';
import { people } from '../contract/people.ts';
import { issueClaim, makeOwnerByEmail } from './own-site.ts';
import { startStaffSite } from './testing-staff.ts';

const claimBy = (code: string | undefined) => ({ body: { code: code ?? '' } });

testOnEachEngine('a claim link makes one owner, and a newer link replaces it', async (test) => {
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

testOnEachEngine('the claim code is stored only as a hash', async ({ storage }) => {
  const code = await issueClaim(storage, 1);
  const kept = JSON.stringify(await storage.writer.selectFrom('claims').selectAll().execute());
  expect(code).toHaveLength(43);
  expect(kept).not.toContain(code);
});

const makeOwner = (storage: Storage, email: string, isUnprovenEnough = false) =>
  makeOwnerByEmail(storage, { email, isUnprovenEnough, now: 1 });

testOnEachEngine('the operator can make an owner and end a suspension', async (test) => {
  const { storage } = test;
  const site = await startStaffSite(storage);
  const ada = await site.member('Ada');
  const code = await issueClaim(storage, 1);
  await storage.write(({ db }) =>
    db.updateTable('people').set({ suspended_until: 9e12 }).execute(),
  );
  expect(await makeOwner(storage, 'nobody@example.org')).toBe('unknown');
  expect(await makeOwner(storage, ada.person.email)).toBe('made');
  const { body } = await ada.call(people, { query: {} });
  expect(body.people).toMatchObject([{ role: 'owner', suspension: null }]);
  expect((await problemOf(ada.call(claimSite, claimBy(code)))).code).toBe('owned-already');
  expect((await ada.call(acts, { query: {} })).body.acts).toMatchObject([
    { act: 'owner-named', by: null, subject: { label: 'Ada' } },
  ]);
});

testOnEachEngine(
  'the operator makes a person with an unverified address an owner only with the option for it',
  async (test) => {
    const { storage } = test;
    const site = await startStaffSite(storage);
    const { person } = await site.member('Ada');
    await storage.write(({ db }) =>
      db
        .insertInto('credentials')
        .values({ person_id: person.id, password_hash: null, is_email_verified: 0, generation: 1 })
        .execute(),
    );
    expect(await makeOwner(storage, person.email)).toBe('unproven');
    const { role } = await storage.writer
      .selectFrom('people')
      .select('role')
      .executeTakeFirstOrThrow();
    expect(role).toBe('member');
    expect(await makeOwner(storage, person.email, true)).toBe('made');
  },
);

testOnEachEngine('an imported author cannot be made an owner', async (test) => {
  const { storage } = test;
  await storage.write(({ db }) =>
    db.insertInto('people').values({ id: 'demo', name: 'Demo', created_at: 0 }).execute(),
  );
  expect(await makeOwner(storage, '')).toBe('unknown');
  const site = await startStaffSite(storage);
  const owner = await site.member('Olga', 'owner');
  expect((await owner.call(people, { query: {} })).body.people).toHaveLength(1);
});
