/**
 * `npm run bench:growth -- [blogs]`: what the lists and searches cost as a site grows, in milliseconds of one query on
 * SQLite: the median of some repetitions, in a database that is thrown away.
 */
import { categories } from '../src/blog/contract.ts';
import { givenBlogs } from '../src/blog/server/testing.ts';
import { findFeatured, findLatest } from '../src/features/reading/server/reading-answers.ts';
import { findPage, type ListRequest } from '../src/features/search/server/find-page.ts';
import { planTitleSearch } from '../src/features/search/server/title-search.ts';
import { openStorage } from '../src/storage/open-storage.ts';
import type { Reader, Storage } from '../src/storage/storage.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { endOnSignals } from '../test/undone-at-exit.ts';

const repetitions = 15;
const batch = 1_000;
const firstDay = Date.UTC(2001, 0, 1);
const minute = 60_000;
const syllables = 'ka lo mi ne ru ta so vi pe du ha gi be fo ja wu'.split(' ');

/** A made-up word; the same for the same number. */
function wordOf(number: number): string {
  return [7, 31, 61, 127]
    .slice(0, 2 + (number % 3))
    .map((factor) => syllables[(number * factor + (number >> 4)) % syllables.length])
    .join('');
}

function blogOf(number: number) {
  const words = [number, number % 5_003, number % 3_001].map(wordOf);
  return {
    title: `${words.join(' ')} story ${number}`,
    createdAt: firstDay + number * minute,
    category: categories[number % categories.length] ?? 'Other',
  };
}

const firstPage: ListRequest = {
  filter: '',
  search: undefined,
  sort: '',
  after: undefined,
  limit: 25,
};
const farDown = { createdAt: firstDay + batch * minute, id: '0' };

const questions: Readonly<Record<string, (db: Reader) => Promise<unknown>>> = {
  'latest six': findLatest,
  'featured ten': findFeatured,
  'first page': (db) => findPage(db, firstPage),
  'a page far down': (db) => findPage(db, { ...firstPage, after: farDown }),
  'a category, far down': (db) => findPage(db, { ...firstPage, filter: 'Travel', after: farDown }),
  'search: a word of every title': (db) => search(db, 'story'),
  'search: the same, misspelt': (db) => search(db, 'storz'),
  'search: two words': (db) => search(db, 'kalo story'),
  'search: nothing like it': (db) => search(db, 'xyzzy'),
  'search: a sign': (db) => search(db, '%'),
};

async function search(db: Reader, text: string): Promise<unknown> {
  return findPage(db, { ...firstPage, search: await planTitleSearch(db, text) });
}

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < repetitions; round += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(repetitions / 2)] ?? Number.NaN;
}

async function grow(storage: Storage, from: number, to: number): Promise<void> {
  for (let first = from; first < to; first += batch) {
    const count = Math.min(batch, to - first);
    await givenBlogs(
      storage,
      Array.from({ length: count }, (_, index) => blogOf(first + index)),
    );
  }
}

const most = Number(process.argv[2] ?? 50_000);
endOnSignals();
const folder = temporaryFolder('growth');
const storage = await openStorage({ dataDir: folder.path, onConnectionError: console.error });
try {
  const rows: Record<string, Record<string, string>> = {};
  let size = 0;
  for (const next of [most / 100, most / 10, most].map(Math.round)) {
    await grow(storage, size, next);
    size = next;
    for (const [name, ask] of Object.entries(questions)) {
      const median = await medianOf(() => ask(storage.reader));
      rows[name] = { ...rows[name], [`${size} blogs`]: `${median.toFixed(2)} ms` };
    }
  }
  console.table(rows);
} finally {
  await storage.close();
  folder.remove();
}
