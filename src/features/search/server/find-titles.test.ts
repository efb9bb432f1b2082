import fc from 'fast-check';
import { expect } from 'vitest';
import { categories } from '../../../blog/contract.ts';
import type { Position } from '../../../blog/server/blogs-page.ts';
import { givenBlogs } from '../../../blog/server/testing.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnBothEngines } from '../../../storage/testing.ts';
import { findTitles, type TitlesRequest } from './find-titles.ts';

const firstDay = Date.UTC(2026, 0, 1);
const vocabulary = ['ant', 'bee', 'cat', 'dog', '+'];

function lookFor(...alternatives: readonly string[][]): TitlesRequest {
  const search = { alternatives, literal: undefined };
  return { search, filter: '', isOldestFirst: false, after: undefined, limit: 2 };
}

async function titlesOf(storage: Storage, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await allTexts(storage.reader)
    .selectFrom('blogs')
    .select(['id', 'title'])
    .where('id', 'in', ids.length > 0 ? ids : [''])
    .execute();
  return ids.map((id) => rows.find((row) => row.id === id)?.title ?? 'nothing');
}

/** The ids on all pages of a search, and the number of pages. */
async function allPages(storage: Storage, request: TitlesRequest, most: number) {
  const ids: string[] = [];
  let after: Position | undefined;
  let pages = 0;
  do {
    const page = await findTitles(storage.reader, { ...request, after }, most);
    ids.push(...page.ids);
    after = page.next;
    pages += 1;
  } while (after);
  return { ids, pages };
}

testOnBothEngines(
  'a title search stops at its limit of checks and continues',
  async ({ storage }) => {
    const titles = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 'ant' : 'bee'));
    await givenBlogs(
      storage,
      ['ant and bee', ...titles].map((title) => ({ title })),
    );
    const request = lookFor(['ant'], ['bee']);
    const first = await findTitles(storage.reader, request, 5);
    expect(first.ids).toEqual([]);
    // Five checks of each word, from the newest on, end at the ninth or tenth blog.
    const place = (41 - 10) * 60_000 + firstDay;
    expect(first.next?.createdAt).toBeGreaterThanOrEqual(place);
    expect(first.next?.createdAt).toBeLessThanOrEqual(place + 60_000);

    const { ids, pages } = await allPages(storage, request, 5);
    expect(await titlesOf(storage, ids)).toEqual(['ant and bee']);
    expect(pages).toBeGreaterThan(4);
  },
);

testOnBothEngines('a word of few titles is searched in one go', async ({ storage }) => {
  const titles = ['bee and ant', ...Array.from({ length: 30 }, () => 'ant'), 'bee'];
  await givenBlogs(
    storage,
    titles.map((title) => ({ title })),
  );
  const found = await findTitles(storage.reader, lookFor(['ant'], ['bee']), 5);
  expect(await titlesOf(storage, found.ids)).toEqual(['bee and ant']);
  expect(found.next).toBeUndefined();
});

testOnBothEngines('a title with several of the words is returned once', async ({ storage }) => {
  const all = Array.from({ length: 12 }, (_, index) => `word${index}`);
  await givenBlogs(
    storage,
    [1, 2, 3, 4, 5].map((number) => ({ title: `${all.join(' ')} ${number}` })),
  );
  const { ids } = await allPages(storage, lookFor(all), 100);
  const numbers = (await titlesOf(storage, ids)).map((title) => title.at(-1));
  expect(numbers).toEqual(['5', '4', '3', '2', '1']);
});

const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 });
const givenTitles = fc.array(
  fc.record({
    title: some(vocabulary).map((words) => words.join(' ')),
    category: fc.constantFrom(...categories.slice(0, 2)),
    // Several blogs have the same date.
    createdAt: fc.nat(5).map((minutes) => firstDay + minutes * 60_000),
  }),
  { minLength: 1, maxLength: 25 },
);
const requests = fc.record({
  alternatives: fc.array(some(vocabulary), { minLength: 1, maxLength: 3 }),
  literal: fc.constantFrom(undefined, undefined, 'ant', '+', 'dog +'),
  filter: fc.constantFrom('', ...categories.slice(0, 2)),
  isOldestFirst: fc.boolean(),
  limit: fc.integer({ min: 1, max: 7 }),
  most: fc.integer({ min: 3, max: 30 }),
});

testOnBothEngines(
  'the pages of a random title search together hold every match once and in order',
  async ({ storage }) => {
    await fc.assert(
      fc.asyncProperty(givenTitles, fc.array(requests, { maxLength: 5 }), async (given, asked) => {
        await storage.write(async ({ db }) => {
          await allTexts(db).deleteFrom('blogs').execute();
        });
        await givenBlogs(storage, given);
        const blogs = await allTexts(storage.reader)
          .selectFrom('blogs')
          .select(['id', 'title', 'category', 'created_at'])
          .orderBy('created_at')
          .orderBy('id')
          .execute();
        for (const { alternatives, literal, filter, isOldestFirst, limit, most } of asked) {
          const fitting = blogs
            .filter(({ category }) => filter === '' || category === filter)
            .filter(({ title }) => title.includes(literal ?? ''))
            .filter(({ title }) =>
              alternatives.every((words) => words.some((word) => title.includes(word))),
            )
            .map(({ id }) => id);
          const search = { alternatives, literal };
          const request = { search, filter, isOldestFirst, after: undefined, limit };
          const { ids } = await allPages(storage, request, most);
          expect(ids).toEqual(isOldestFirst ? fitting : fitting.reverse());
        }
      }),
      { numRuns: 12 },
    );
  },
);
