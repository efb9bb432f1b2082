import { expect } from 'vitest';
import { extentOf } from '../../../../blog/list-extent.ts';
import { holdText, releaseText } from '../../../../blog/server/held/moderation-holds.ts';
import { givenBlogs } from '../../../../blog/server/testing.ts';
import { allTexts } from '../../../../blog/server/texts.ts';
import { cursorsOf } from '../../../../blog/web/page-cursors.ts';
import {
  type Caller,
  type Member,
  type MemberSiteOptions,
  problemOf,
  startMemberSite,
} from '../../../../identity/testing.ts';
import type { ApiReply } from '../../../../platform/contract/call-api.ts';
import { sweep } from '../../../../storage/background/sweep.ts';
import { rowId } from '../../../../storage/row-id.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../../storage/testing.ts';
import {
  chooseHistory,
  clearHistory,
  forgetPlace,
  historyChoice,
  historyPageSize,
  keepPlace,
  placesMax,
  readingHistory,
  readingPlace,
} from '../../contract/history.ts';
import type { Place } from '../../history-paths.ts';
import { historyAnswers } from './history-answers.ts';
import { historyRetention } from './history-store.ts';
import { personalHistory, personalHistoryStop } from './personal-history.ts';

const dayMs = 24 * 60 * 60_000;
const middle: Place = { block: 4, hash: -7, share: 62, isFinished: false, known: 'AQAAAAIAAAA=' };

async function start(storage: Storage, options: MemberSiteOptions = {}) {
  const site = await startMemberSite(storage, historyAnswers, options);
  const [ada, ben] = [await site.member('Ada'), await site.member('Ben')];
  await givenBlogs(storage, [{ title: 'Looms' }, { title: 'Engines' }]);
  const rows = await storage.reader.selectFrom('published_blogs').select(['id', 'title']).execute();
  const idOf = (title: string) => rows.find((row) => row.title === title)?.id ?? '';
  return {
    ...site,
    ada,
    ben,
    looms: idOf('Looms'),
    engines: idOf('Engines'),
    keep: (who: Member, id: string, place: Partial<Place> & { reader?: string } = {}) =>
      who.call(keepPlace, { params: { id }, body: { ...middle, reader: who.person.id, ...place } }),
    placeOf: async (who: Caller, id: string) =>
      (await who.call(readingPlace, { params: { id } })).body,
    titlesOf: async (who: Caller) =>
      (await who.call(readingHistory, {})).body.map(({ title }) => title),
  };
}

testOnBothEngines(
  'a reading place is available on each device, to its member only',
  async ({ storage }) => {
    const { ada, ben, looms, engines, keep, placeOf, titlesOf, clock } = await start(storage);
    expect(await placeOf(ada, looms)).toEqual({ reader: ada.person.id, isKept: true, place: null });
    await keep(ada, looms);
    expect((await placeOf(ada, looms)).place).toEqual(middle);
    clock.now += 1_000;
    await keep(ada, engines, { share: 10 });
    clock.now += 1_000;
    await keep(ada, looms, { share: 100, isFinished: true });
    const { body } = await ada.call(readingHistory, {});
    expect(body).toMatchObject([
      { _id: looms, title: 'Looms', share: 100, isFinished: true },
      { _id: engines, title: 'Engines', share: 10, isFinished: false },
    ]);
    expect(await titlesOf(ben)).toEqual([]);
    expect((await placeOf(ben, looms)).place).toBeNull();

    await ben.call(forgetPlace, { params: { id: looms } });
    await ben.call(clearHistory, {});
    expect(await titlesOf(ada)).toEqual(['Looms', 'Engines']);
    await ada.call(forgetPlace, { params: { id: looms } });
    expect(await titlesOf(ada)).toEqual(['Engines']);
    await ada.call(clearHistory, {});
    expect(await titlesOf(ada)).toEqual([]);
  },
);

testOnEachEngine('a reading place sent for another member is refused', async ({ storage }) => {
  const { ada, ben, looms, keep, titlesOf } = await start(storage);
  expect(await problemOf(keep(ben, looms, { reader: ada.person.id }))).toMatchObject({
    code: 'other-reader',
  });
  expect([await titlesOf(ada), await titlesOf(ben)]).toEqual([[], []]);
});

testOnBothEngines('places in hidden and deleted blogs are not returned', async ({ storage }) => {
  const { ada, looms, keep, placeOf, titlesOf, clock } = await start(storage);
  await keep(ada, looms);
  const held = { kind: 'blog', id: looms } as const;
  await storage.write((write) =>
    holdText(write, { ...held, state: 'waiting', reason: 'Why', now: clock.now }),
  );
  expect((await placeOf(ada, looms)).place).toBeNull();
  expect(await titlesOf(ada)).toEqual([]);
  const notFound = { code: 'blog-not-found' };
  expect(await problemOf(keep(ada, looms))).toMatchObject(notFound);
  expect(await problemOf(keep(ada, rowId()))).toMatchObject(notFound);
  expect(await problemOf(keep(ada, 'none'))).toMatchObject(notFound);
  // The place is kept and returned once the blog is visible again.
  await storage.write((write) => releaseText(write, held as Parameters<typeof releaseText>[1]));
  expect(await titlesOf(ada)).toEqual(['Looms']);
  await storage.write(({ db }) =>
    allTexts(db).deleteFrom('blogs').where('id', '=', looms).execute(),
  );
  expect([await titlesOf(ada), (await placeOf(ada, looms)).place]).toEqual([[], null]);
});

testOnBothEngines(
  'switching the history off deletes its places and stores none',
  async ({ storage }) => {
    const { ada, ben, looms, keep, placeOf, titlesOf } = await start(storage);
    await keep(ada, looms);
    await keep(ben, looms);
    const choose = (isKept: boolean) => ada.call(chooseHistory, { body: { isKept } });
    await choose(false);
    await choose(false);
    await keep(ada, looms);
    expect((await ada.call(historyChoice, {})).body).toEqual({ isKept: false });
    expect(await placeOf(ada, looms)).toMatchObject({ isKept: false, place: null });
    expect([await titlesOf(ada), await titlesOf(ben)]).toEqual([[], ['Looms']]);
    await choose(true);
    expect(await titlesOf(ada)).toEqual([]);
    await keep(ada, looms);
    expect(await titlesOf(ada)).toEqual(['Looms']);
  },
);

testOnEachEngine('a reading place with an invalid value gets 400', async ({ storage }) => {
  const { ada, looms, keep } = await start(storage);
  const wrong: readonly Partial<Place>[] = [
    { share: 101 },
    { block: -1 },
    { hash: 2 ** 31 },
    { known: 'not base64' },
    // A hash has four bytes.
    { known: 'AQID' },
    { known: Buffer.alloc(4 * 501).toString('base64') },
  ];
  for (const place of wrong) {
    expect(await problemOf(keep(ada, looms, place)), JSON.stringify(place)).toMatchObject({
      status: 400,
    });
  }
  await keep(ada, looms, { known: Buffer.alloc(4 * 500).toString('base64') });
});

testOnEachEngine('more than thirty reading places a minute get 429', async ({ storage }) => {
  const { ada, ben, looms, keep } = await start(storage, { limits: 1 });
  for (let index = 0; index < 30; index += 1) await keep(ada, looms);
  expect(await problemOf(keep(ada, looms))).toMatchObject({ status: 429 });
  await keep(ben, looms);
});

testOnBothEngines(
  'the history is paged, limited in number, and deleted after a year',
  async ({ storage }) => {
    const { ada, keep, looms, clock } = await start(storage);
    const shown = 2 * historyPageSize + 5;
    const titles = Array.from({ length: shown }, (_, index) => `Blog ${index}`);
    await givenBlogs(
      storage,
      titles.map((title) => ({ title })),
    );
    const blogs = await storage.reader
      .selectFrom('published_blogs')
      .select(['id', 'title'])
      .where('title', 'like', 'Blog %')
      .execute();
    // Older places, as many as are kept, of blogs that don't exist any more.
    const gone = Array.from({ length: placesMax }, () => ({ id: rowId(), title: 'Blog -1' }));
    const rows = [...gone, ...blogs].map(({ id, title }) => ({
      person_id: ada.person.id,
      blog_id: id,
      read_at: clock.now - shown + Number(title.slice('Blog '.length)),
      share: 1,
      is_finished: 0,
      block: 1,
      block_hash: 1,
      known_blocks: '',
    }));
    await storage.write(({ db }) => db.insertInto('reading_places').values(rows).execute());
    await keep(ada, looms);
    const page = async (cursor: string) => {
      const reply: ApiReply<readonly { title: string }[]> = await ada.call(readingHistory, {
        query: { cursor },
      });
      return {
        titles: reply.body.map(({ title }) => title),
        next: cursorsOf(reply.headers.get('link')).nextCursor,
        extent: extentOf(reply.headers),
      };
    };
    const found: (readonly string[])[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { titles: some, next, extent } = await page(cursor);
      // Blogs that don't exist any more aren't counted.
      expect(extent).toEqual({ offset: found.flat().length, total: shown + 1 });
      found.push(some);
      cursor = next;
    }
    // The latest place first, then the others.
    expect(found.flat()).toEqual(['Looms', ...titles.toReversed()]);
    expect(found.map(({ length }) => length)).toEqual([historyPageSize, historyPageSize, 6]);
    const kept = await storage.reader.selectFrom('reading_places').select('blog_id').execute();
    expect(kept.length).toBe(placesMax);

    await sweep(storage, historyRetention, clock.now + 364 * dayMs);
    expect((await page('')).titles[0]).toBe('Looms');
    await sweep(storage, historyRetention, clock.now + 366 * dayMs);
    expect((await page('')).titles).toEqual([]);
  },
);

testOnEachEngine(
  "the history is in the member's data and deleted with the account",
  async ({ storage }) => {
    const { ada, ben, looms, keep } = await start(storage);
    await keep(ada, looms);
    await ben.call(chooseHistory, { body: { isKept: false } });
    const dataOf = async ({ person }: Member) => {
      const data: unknown[] = [];
      for (const { row, rowsOf } of [personalHistory(storage), personalHistoryStop(storage)]) {
        for await (const given of rowsOf(person.id)) data.push(row.parse(given));
      }
      return data;
    };
    expect(await dataOf(ada)).toEqual([
      { blog_id: looms, read_at: expect.any(Number), share: 62, is_finished: 0, block: 4 },
    ]);
    expect(await dataOf(ben)).toEqual([{ stopped_at: expect.any(Number) }]);
    await storage.write(({ db }) => db.deleteFrom('people').execute());
    expect([await dataOf(ada), await dataOf(ben)]).toEqual([[], []]);
  },
);
