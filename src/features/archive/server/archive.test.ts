import { expect } from 'vitest';
import { backToDraft, hold, release, type Transition } from '../../../blog/life.ts';
import { givenBlogs } from '../../../blog/server/testing.ts';
import { changeBlog } from '../../../blog/server/text-life.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import { problemOf, startMemberSite } from '../../../identity/testing.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnBothEngines } from '../../../storage/testing.ts';
import { archive, blogsOfMonth, blogsOfYear, pageSize } from '../contract.ts';
import { archiveAnswers } from './archive-answers.ts';

async function start(storage: Storage) {
  const { visitor } = await startMemberSite(storage, () => archiveAnswers({ storage }));
  const counted = async () =>
    (await visitor.call(archive, {})).body.flatMap(({ year, months }) =>
      months.map(({ month, blogs }) => [year, month, blogs]),
    );
  return { visitor, counted };
}

async function idOf({ reader }: Storage, title: string): Promise<string> {
  const { id } = await allTexts(reader)
    .selectFrom('blogs')
    .select('id')
    .where('title', '=', title)
    .executeTakeFirstOrThrow();
  return id;
}

async function change(storage: Storage, title: string, transition: Transition) {
  const id = await idOf(storage, title);
  await storage.write((write) => changeBlog(write, id, transition));
}

const cursorIn = (link: string | null, rel: string) =>
  new URL(
    new RegExp(`<([^<>]*)>; rel="${rel}"`).exec(link ?? '')?.[1] ?? '',
    'http://site',
  ).searchParams.get('cursor') ?? '';

testOnBothEngines('archive months and years are split at midnight UTC', async ({ storage }) => {
  const { visitor, counted } = await start(storage);
  expect(await counted()).toEqual([]);
  await givenBlogs(storage, [
    { title: 'Last of April', createdAt: Date.UTC(2024, 4, 1) - 1 },
    { title: 'First of May', createdAt: Date.UTC(2024, 4, 1) },
    { title: 'Last of May', createdAt: Date.UTC(2024, 5, 1) - 1 },
    { title: 'Of June', createdAt: Date.UTC(2024, 5, 1) },
    { title: 'Of 2023', createdAt: Date.UTC(2024, 0, 1) - 1 },
    { title: 'Before 1970', createdAt: Date.UTC(1969, 11, 31, 23, 59, 59, 999) },
    { title: 'Long ago', createdAt: new Date(0).setUTCFullYear(99, 1, 3) },
    // An import can set this date in a blog's front matter.
    { title: 'In no year', createdAt: new Date(0).setUTCFullYear(0, 0, 1) },
  ]);
  const { body } = await visitor.call(archive, {});
  expect(body.map(({ year, blogs }) => [year, blogs])).toEqual([
    [2024, 4],
    [2023, 1],
    [1969, 1],
    [99, 1],
    [1, 1],
  ]);
  expect((await counted()).slice(0, 3)).toEqual([
    [2024, 6, 1],
    [2024, 5, 2],
    [2024, 4, 1],
  ]);
  const titlesOf = async (params: { readonly year: string; readonly month: string }) =>
    (await visitor.call(blogsOfMonth, { params, query: {} })).body.map(({ title }) => title);
  expect(await titlesOf({ year: '2024', month: '05' })).toEqual(['Last of May', 'First of May']);
  expect(await titlesOf({ year: '1969', month: '12' })).toEqual(['Before 1970']);
  expect(await titlesOf({ year: '0099', month: '02' })).toEqual(['Long ago']);
  const year = await visitor.call(blogsOfYear, { params: { year: '2024' }, query: {} });
  expect(year.body.map(({ title }) => title)).toEqual([
    'Of June',
    'Last of May',
    'First of May',
    'Last of April',
  ]);
  expect(year.headers.get('x-total-count')).toBe('4');
});

testOnBothEngines('the archive counts only published blogs', async ({ storage }) => {
  const { visitor, counted } = await start(storage);
  const may = Date.UTC(2024, 4, 9);
  await givenBlogs(storage, [
    { title: 'One', createdAt: may },
    { title: 'Two', createdAt: may },
    { title: 'Three', createdAt: Date.UTC(2020, 1, 29) },
  ]);
  const all = [
    [2024, 5, 2],
    [2020, 2, 1],
  ];
  expect(await counted()).toEqual(all);
  for (const [away, back] of [
    [hold('hidden'), release],
    [hold('waiting'), release],
  ] as const) {
    await change(storage, 'One', away);
    await change(storage, 'Three', away);
    expect(await counted()).toEqual([[2024, 5, 1]]);
    const params = { year: '2020', month: '02' };
    const problem = await problemOf(visitor.call(blogsOfMonth, { params, query: {} }));
    expect(problem).toMatchObject({ status: 404, code: 'archive-not-found' });
    await change(storage, 'One', back);
    await change(storage, 'Three', back);
    expect(await counted()).toEqual(all);
  }
  await change(storage, 'Two', backToDraft);
  expect(await counted()).toEqual([[2024, 5, 1], all[1]]);
  const blogs = (set: { created_at?: number; account_hold?: number }) =>
    storage.write(({ db }) => allTexts(db).updateTable('blogs').set(set).execute());
  // As when an import changes the date.
  await blogs({ created_at: Date.UTC(2021, 6, 1) });
  expect(await counted()).toEqual([[2021, 7, 2]]);
  await blogs({ account_hold: 1 });
  expect(await counted()).toEqual([]);
  await blogs({ account_hold: 0 });
  expect(await counted()).toEqual([[2021, 7, 2]]);
  await storage.write(({ db }) => allTexts(db).deleteFrom('blogs').execute());
  expect(await counted()).toEqual([]);
});

testOnBothEngines('paging through a month returns each blog once', async ({ storage }) => {
  const { visitor } = await start(storage);
  const may = Date.UTC(2024, 4, 1);
  const blogs = Array.from({ length: 2 * pageSize + 1 }, (_, index) => ({
    title: `May ${index}`,
    // Three at a time have the same date and are sorted by id.
    createdAt: may + Math.floor(index / 3),
  }));
  await givenBlogs(storage, [
    { title: 'April', createdAt: may - 1 },
    ...blogs,
    { title: 'June', createdAt: Date.UTC(2024, 5, 1) },
  ]);
  const params = { year: '2024', month: '05' };
  const read = async (cursor: string) => {
    const { body, headers } = await visitor.call(blogsOfMonth, { params, query: { cursor } });
    return { titles: body.map(({ title }) => title), link: headers.get('link'), headers };
  };
  const first = await read('');
  expect(first.headers.get('x-total-count')).toBe(String(blogs.length));
  expect(first.headers.get('x-offset')).toBe('0');
  const second = await read(cursorIn(first.link, 'next'));
  const third = await read(cursorIn(second.link, 'next'));
  expect(third.link).not.toContain('rel="next"');
  const titles = [...first.titles, ...second.titles, ...third.titles];
  expect(titles).toHaveLength(blogs.length);
  expect(new Set(titles)).toEqual(new Set(blogs.map(({ title }) => title)));
  expect((await read(cursorIn(third.link, 'prev'))).titles).toEqual(second.titles);
  expect((await read(cursorIn(second.link, 'prev'))).titles).toEqual(first.titles);

  // A cursor of another period returns no blogs outside the requested month.
  const year = await visitor.call(blogsOfYear, { params, query: {} });
  expect(year.body[0]?.title).toBe('June');
  const ofYear = cursorIn(year.headers.get('link'), 'next');
  const april = { year: '2024', month: '04' };
  const elsewhere = await visitor.call(blogsOfMonth, { params: april, query: { cursor: ofYear } });
  expect(elsewhere.body.map(({ title }) => title)).toEqual(['April']);
});

testOnBothEngines('a month or year without blogs is answered with 404', async ({ storage }) => {
  const { visitor } = await start(storage);
  await givenBlogs(storage, [{ createdAt: Date.UTC(2024, 4, 1) }]);
  const months = ['13', '00', '5', '005', '5e0', 'abc', '-5', '%00', '０５', '06'];
  const asked = [
    ...months.map((month) => ({ year: '2024', month })),
    ...['abc', '24', '02024', '2023', '10000', '2e3', '%2024'].map((year) => ({
      year,
      month: '05',
    })),
  ];
  for (const params of asked) {
    const problem = await problemOf(visitor.call(blogsOfMonth, { params, query: {} }));
    expect([params, problem.status]).toEqual([params, 404]);
    if (params.month !== '05') continue;
    const ofYear = await problemOf(visitor.call(blogsOfYear, { params, query: {} }));
    expect([params, ofYear.status]).toEqual([params, 404]);
  }
  const params = { year: '2024' };
  const problem = await problemOf(visitor.call(blogsOfYear, { params, query: { cursor: 'x' } }));
  expect(problem).toMatchObject({ status: 400 });
});
