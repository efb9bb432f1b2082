import { expect } from 'vitest';
import { insertBlog } from '../../../blog/server/store-blog.ts';
import { text } from '../../../blog/server/testing.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import { indexPersonAgain } from '../../../identity/person-index.ts';
import type { Member } from '../../../identity/testing.ts';
import { problemOf } from '../../../identity/testing.ts';
import { rowId } from '../../../storage/row-id.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../storage/testing.ts';
import { acts } from '../contract/audit.ts';
import { liftSuspension, people, setRole, suspend } from '../contract/people.ts';
import { startStaffSite } from './testing-staff.ts';

const dayMs = 24 * 60 * 60_000;
const soon = (now: number) => new Date(now + dayMs).toISOString();

async function namesOf(staff: Member, query: Parameters<typeof people.query.parse>[0] = {}) {
  const { body } = await staff.call(people, { query: query as never });
  return body.people.map(({ name }) => name);
}

async function roleOf(storage: Storage, { person }: Member): Promise<string> {
  const { role } = await storage.writer
    .selectFrom('people')
    .select('role')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  return role;
}

const give = (by: Member, to: Member, role: 'owner' | 'moderator' | 'member') =>
  by.call(setRole, { params: { id: to.person.id }, body: { role } });
const keepOut = (by: Member, whom: Member, until: string | null = null) =>
  by.call(suspend, { params: { id: whom.person.id }, body: { until, reason: 'Spam.' } });

testOnBothEngines(
  'people are found by name, address, domain and id, whatever the case and accents',
  async ({ storage }) => {
    const site = await startStaffSite(storage);
    const owner = await site.member('Olga Owner', 'owner');
    await site.member('Ada Lovelace');
    const adele = await site.member('Adele Goldberg');
    const find = (search: string) => namesOf(owner, { search });
    expect(await find('ad')).toEqual(['Adele Goldberg', 'Ada Lovelace']);
    expect(await find('LÓVE ada')).toEqual(['Ada Lovelace']);
    expect(await find('ada goldberg')).toEqual([]);
    expect(await find('ada.lovelace@exa')).toEqual(['Ada Lovelace']);
    expect(await find('@example.org')).toHaveLength(3);
    expect(await find(adele.person.id.toUpperCase())).toEqual(['Adele Goldberg']);
    for (const nothing of ['%', '_', '"', 'lace', '\u{10FFFF}']) {
      expect(await find(nothing), nothing).toEqual([]);
    }
    await storage.write(async ({ db }) => {
      await db
        .updateTable('people')
        .set({ name: 'Adele K.' })
        .where('id', '=', adele.person.id)
        .execute();
      await indexPersonAgain({ db }, adele.person.id);
    });
    expect(await find('goldberg')).toEqual([]);
    expect(await find('adele')).toEqual(['Adele K.']);
  },
);

testOnBothEngines('people are paged, sorted by newest or most blogs', async (test) => {
  const { storage } = test;
  const site = await startStaffSite(storage);
  const owner = await site.member('Olga', 'owner');
  const members: Member[] = [];
  for (let index = 0; index < 30; index += 1) members.push(await site.member(`Member ${index}`));
  const [first, second] = members as [Member, Member];
  await storage.write(async (write) => {
    for (const { person } of [first, second, first]) {
      const columns = { title: text.title, image_url: text.imageUrl, category: text.category };
      const more = { short_description: 'Short.', long_description: 'Long.', word_count: 1 };
      const times = { created_at: 1, updated_at: 1, title_folded: 'engines' };
      await insertBlog(
        write,
        { ...columns, ...more, ...times, author_id: person.id },
        { html: '<p>', undescribed: 0 },
      );
    }
  });

  const { body: page } = await owner.call(people, { query: {} });
  expect(page.people.map(({ name }) => name).slice(0, 2)).toEqual(['Member 29', 'Member 28']);
  expect(page.people).toHaveLength(25);
  const rest = await owner.call(people, { query: { cursor: page.nextCursor ?? '' } });
  expect(rest.body.people.map(({ name }) => name).at(-1)).toBe('Olga');
  expect(rest.body).toMatchObject({ nextCursor: null, isCut: false });
  expect(rest.body.people).toHaveLength(6);

  const { body: busy } = await owner.call(people, { query: { sort: 'blogs' } });
  expect(busy.people.slice(0, 3).map(({ name, blogs }) => [name, blogs])).toEqual([
    ['Member 0', 2],
    ['Member 1', 1],
    ['Member 29', 0],
  ]);
  const query = { sort: 'blogs', cursor: busy.nextCursor ?? '' } as const;
  const { body: others } = await owner.call(people, { query });
  const all = [...busy.people, ...others.people].map(({ id }) => id);
  expect(new Set(all).size).toBe(31);

  const wrong = owner.call(people, { query: { cursor: 'x' } });
  expect((await problemOf(wrong)).code).toBe('invalid-input');
});

testOnBothEngines('the blog count follows inserts, moves and deletes', async (test) => {
  const { storage } = test;
  const site = await startStaffSite(storage);
  const [ada, ben] = [await site.member('Ada'), await site.member('Ben')];
  const counts = async () => {
    const rows = await storage.writer
      .selectFrom('people')
      .select(['name', 'blog_count'])
      .orderBy('name')
      .execute();
    return rows.map(({ blog_count }) => blog_count);
  };
  const columns = { image_url: '/images/a.webp', category: 'Other', word_count: 1, updated_at: 1 };
  const texts = { short_description: '', long_description: '', title_folded: '', created_at: 1 };
  const blogs = [ada, ada, ben].map(({ person }) => ({
    id: rowId(),
    title: 'T',
    ...columns,
    ...texts,
    author_id: person.id,
    version: 1,
  }));
  await storage.write(({ db }) => allTexts(db).insertInto('blogs').values(blogs).execute());
  expect(await counts()).toEqual([2, 1]);
  const give = (author_id: string | null, from: string) =>
    storage.write(({ db }) =>
      allTexts(db).updateTable('blogs').set({ author_id }).where('author_id', '=', from).execute(),
    );
  await give(ben.person.id, ada.person.id);
  expect(await counts()).toEqual([0, 3]);
  await give(null, ben.person.id);
  expect(await counts()).toEqual([0, 0]);
  await storage.write(({ db }) =>
    allTexts(db)
      .updateTable('blogs')
      .set({ author_id: ada.person.id })
      .where('id', '=', blogs[0]?.id ?? '')
      .execute(),
  );
  expect(await counts()).toEqual([1, 0]);
  await storage.write(({ db }) => allTexts(db).deleteFrom('blogs').execute());
  expect(await counts()).toEqual([0, 0]);
});

testOnEachEngine('owners can appoint and dismiss staff, moderators cannot', async ({ storage }) => {
  const site = await startStaffSite(storage);
  const owner = await site.member('Olga', 'owner');
  const mary = await site.member('Mary');
  expect((await problemOf(give(mary, mary, 'owner'))).status).toBe(404);
  await give(owner, mary, 'moderator');
  expect(await namesOf(mary, { filter: 'staff' })).toEqual(['Mary', 'Olga']);
  expect((await problemOf(give(mary, mary, 'owner'))).status).toBe(404);
  expect((await problemOf(give(mary, owner, 'member'))).status).toBe(404);
  await give(owner, mary, 'member');
  expect((await problemOf(namesOf(mary))).status).toBe(404);
  const { body } = await owner.call(acts, { query: {} });
  expect(body.acts.map(({ act, by, subject }) => [act, by?.name, subject.label])).toEqual([
    ['staff-dismissed', 'Olga', 'Mary'],
    ['moderator-named', 'Olga', 'Mary'],
  ]);
});

testOnBothEngines(
  'the last owner cannot step down, and of two who dismiss each other one stays',
  async (test) => {
    const { storage } = test;
    const site = await startStaffSite(storage);
    const olga = await site.member('Olga', 'owner');
    expect((await problemOf(give(olga, olga, 'member'))).code).toBe('last-owner');
    for (let round = 0; round < 10; round += 1) {
      const otto = await site.member(`Otto ${round}`, 'owner');
      const outcomes = await Promise.allSettled([
        give(olga, otto, 'member'),
        give(otto, olga, 'member'),
      ]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const roles = [await roleOf(storage, olga), await roleOf(storage, otto)];
      expect(roles.toSorted()).toEqual(['member', 'owner']);
      if (roles[0] === 'owner') continue;
      await give(otto, olga, 'owner');
      await give(otto, otto, 'member');
    }
  },
);

testOnBothEngines('when all owners step down at once, one stays', async ({ storage }) => {
  const site = await startStaffSite(storage);
  const owners: Member[] = [];
  for (const name of ['Olga', 'Otto', 'Ona', 'Odo', 'Oda', 'Ole']) {
    owners.push(await site.member(name, 'owner'));
  }
  for (let round = 0; round < 5; round += 1) {
    const outcomes = await Promise.allSettled(
      owners.map((one, index) => give(one, one, index % 2 === 0 ? 'member' : 'moderator')),
    );
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    const left = await storage.writer
      .selectFrom('people')
      .select('id')
      .where('role', '=', 'owner')
      .execute();
    expect(left).toHaveLength(1);
    await storage.write(({ db }) => db.updateTable('people').set({ role: 'owner' }).execute());
  }
});

testOnEachEngine(
  'a suspension ends the sessions and expires, and only an owner can suspend staff',
  async (test) => {
    const { storage } = test;
    const site = await startStaffSite(storage);
    const owner = await site.member('Olga', 'owner');
    const mary = await site.member('Mary', 'moderator');
    const mark = await site.member('Mark', 'moderator');
    const ada = await site.member('Ada');

    expect((await problemOf(keepOut(mary, mark))).code).toBe('owners-only');
    expect((await problemOf(keepOut(mary, owner))).code).toBe('owners-only');
    expect((await problemOf(keepOut(mary, mary))).code).toBe('not-yourself');
    expect((await problemOf(keepOut(owner, owner))).code).toBe('not-yourself');
    const past = new Date(site.clock.now - 1).toISOString();
    const never = '9999-01-01T00:00:00.000Z';
    for (const until of [past, never]) {
      expect((await problemOf(keepOut(mary, ada, until))).code, until).toBe('invalid-input');
    }

    await keepOut(mary, ada, soon(site.clock.now));
    const sessions = storage.writer.selectFrom('sessions').select('id');
    expect(await sessions.where('person_id', '=', ada.person.id).execute()).toEqual([]);
    const { body } = await mary.call(people, { query: { filter: 'suspended' } });
    expect(body.people).toMatchObject([
      { name: 'Ada', suspension: { until: soon(site.clock.now), reason: 'Spam.' } },
    ]);
    site.clock.now += dayMs;
    expect(await namesOf(mary, { filter: 'suspended' })).toEqual([]);

    await keepOut(owner, mark);
    expect(
      (await problemOf(mary.call(liftSuspension, { params: { id: mark.person.id } }))).code,
    ).toBe('owners-only');
    await owner.call(liftSuspension, { params: { id: mark.person.id } });
    expect(await namesOf(mary, { filter: 'suspended' })).toEqual([]);
    const { body: log } = await owner.call(acts, { query: { subject: mark.person.id } });
    expect(log.acts.map(({ act, reason }) => [act, reason])).toEqual([
      ['suspension-lifted', ''],
      ['person-suspended-for-good', 'Spam.'],
    ]);
  },
);

testOnEachEngine('suspending an unknown person gets 404', async ({ storage }) => {
  const site = await startStaffSite(storage);
  const owner = await site.member('Olga', 'owner');
  for (const id of ['none', rowId(), '%00']) {
    const call = owner.call(suspend, { params: { id }, body: { until: null, reason: 'Spam.' } });
    expect((await problemOf(call)).code, id).toBe('person-not-found');
  }
});
