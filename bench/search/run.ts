/**
 * `npm run bench:search -- [--size 10000] [--engine sqlite|postgres] [--rounds 40]`: the cost of a full-text search
 * among that many blogs of 600 words, in a mix that includes the most frequent words; the size of the index; and what
 * indexing adds to a publication. Uses temporary databases: 100,000 blogs take 1.5 GB of disk for a while. `--keep
 * <folder>` keeps SQLite's database, and continues filling it in the next call: a million blogs take an hour. `--url
 * <address>` does the same with a database of PostgreSQL. `--minutes 10` stops filling after that time.
 */
import { parseArgs } from 'node:util';
import { insertBlog } from '../../src/blog/server/store-blog.ts';
import { indexText } from '../../src/blog/server/text-index.ts';
import { allTexts } from '../../src/blog/server/texts.ts';
import { findTexts } from '../../src/features/search/server/text-search.ts';
import type { Engine, Storage } from '../../src/storage/storage.ts';
import { endOnSignals } from '../../test/undone-at-exit.ts';
import {
  createDatabases,
  type Databases,
  postgresDatabase,
  settle,
  sqliteDatabases,
} from '../growth/databases.ts';
import { createProgress } from '../growth/progress.ts';
import { distinct, fillSite, firstDay, indexBytes } from './fill.ts';
import { randomFrom, rankBy, textOf, wordOf } from './made-up.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '40' },
    engine: { type: 'string' },
    keep: { type: 'string' },
    url: { type: 'string' },
    minutes: { type: 'string', default: 'Infinity' },
  },
});
const size = Number(values.size);
const rounds = Number(values.rounds);
if (!Number.isInteger(size) || size < 1_000) throw new Error('--size is 1000 at least.');
const engines = (['sqlite', 'postgres'] as const).filter(
  (engine) => values.engine === undefined || values.engine === engine,
);

type Kind = (random: () => number) => string;

const between = (random: () => number, from: number, to: number) =>
  wordOf(from + Math.floor(random() * (to - from)));

/** `count` consecutive words of a random text. */
function words(random: () => number, count: number): string {
  const all = textOf(Math.floor(random() * Math.min(size, distinct)))
    .replaceAll('.', '')
    .split(' ');
  const start = Math.floor(random() * (all.length - count));
  return all
    .slice(start, start + count)
    .join(' ')
    .slice(0, 100);
}

/** Typical and most expensive searches; each kind in equal parts. */
const mix: Readonly<Record<string, Kind>> = {
  'the commonest word': (random) => between(random, 0, 5),
  'two of the ten commonest': (random) => `${between(random, 0, 10)} ${between(random, 0, 10)}`,
  'these as a phrase': (random) => `"${between(random, 0, 10)} ${between(random, 0, 10)}"`,
  'five of the hundred commonest': (random) =>
    Array.from({ length: 5 }, () => between(random, 0, 100)).join(' '),
  'three words as they come': (random) =>
    Array.from({ length: 3 }, () => wordOf(rankBy(random))).join(' '),
  'two middling words': (random) => `${between(random, 200, 600)} ${between(random, 200, 600)}`,
  'a rare word': (random) => between(random, 20_000, 100_000),
  'a sentence': (random) => words(random, 12),
  'a phrase of four words': (random) => `"${words(random, 4)}"`,
  'a rare word, misspelt': (random) => between(random, 5_000, 20_000).replace(/.(?=..$)/, 'z'),
  'a word that there isn’t': (random) => `zz${between(random, 100_000, 200_000)}`,
  'common words by an author': (random) =>
    `${between(random, 0, 5)} author:a${Math.floor(random() * 4) * 26}`,
  'common words before a time': (random) =>
    `${between(random, 0, 5)} before:${new Date(firstDay + random() * size * 60_000).toISOString().slice(0, 10)}`,
  'common words without another': (random) => `${between(random, 0, 5)} -${between(random, 5, 10)}`,
};

const at = (times: readonly number[], share: number) =>
  times.toSorted((one, other) => one - other)[
    Math.min(times.length - 1, Math.floor(times.length * share))
  ] ?? 0;
const round = (ms: number) => Math.round(ms * 10) / 10;

/** Rounds that aren't measured: a site in use has warm caches and compiled code. */
const warmUp = 10;

/** CPU is this thread's time, which is all of the work on SQLite; on a busy machine it says more than elapsed time. */
async function measureSearches(storage: Storage) {
  const random = randomFrom(1);
  const times = new Map<string, number[]>();
  const cpuTimes = new Map<string, number[]>();
  const found = new Map<string, number>();
  for (let turn = 0; turn < warmUp + rounds; turn += 1) {
    for (const [kind, ask] of Object.entries(mix)) {
      const search = ask(random);
      const cpu = process.threadCpuUsage();
      const began = performance.now();
      const { texts } = await findTexts(storage, { search, filter: '' });
      const ms = performance.now() - began;
      const { user, system } = process.threadCpuUsage(cpu);
      if (turn < warmUp) continue;
      times.set(kind, [...(times.get(kind) ?? []), ms]);
      cpuTimes.set(kind, [...(cpuTimes.get(kind) ?? []), (user + system) / 1_000]);
      found.set(kind, (found.get(kind) ?? 0) + Number(texts.length > 0));
    }
  }
  const rows = [...times].map(([kind, own]) => ({
    kind,
    'p50 ms': round(at(own, 0.5)),
    'p99 ms': round(at(own, 0.99)),
    'p50 CPU': round(at(cpuTimes.get(kind) ?? [], 0.5)),
    'p99 CPU': round(at(cpuTimes.get(kind) ?? [], 0.99)),
    'found in': `${Math.round((100 * (found.get(kind) ?? 0)) / own.length)} %`,
  }));
  const all = [...times.values()].flat();
  const allCpu = [...cpuTimes.values()].flat();
  return [
    ...rows,
    {
      kind: 'all',
      'p50 ms': round(at(all, 0.5)),
      'p99 ms': round(at(all, 0.99)),
      'p50 CPU': round(at(allCpu, 0.5)),
      'p99 CPU': round(at(allCpu, 0.99)),
      'found in': '',
    },
  ];
}

const samples = 30;

/**
 * Milliseconds of a write that publishes a blog of 600 words, in all and for its index alone, and of one that indexes
 * it anew.
 */
async function measureWrites(storage: Storage) {
  const times: Record<string, number[]> = { whole: [], 'of that the index': [], 'index anew': [] };
  for (let number = 0; number < samples; number += 1) {
    const text = textOf(size + number);
    const values = {
      title: text.slice(0, 40),
      title_folded: text.slice(0, 40),
      image_url: '/images/categories/other.webp',
      category: 'Other',
      short_description: text.slice(0, 100),
      long_description: text,
      word_count: 600,
      bytes: text.length,
      author_id: null,
      created_at: Date.now(),
      updated_at: Date.now(),
      source_key: null,
    };
    const began = performance.now();
    const id = await storage.write((write) =>
      insertBlog(write, values, { html: `<p>${text}</p>`, undescribed: 0 }),
    );
    times.whole?.push(performance.now() - began);
    for (const name of ['of that the index', 'index anew']) {
      if (name === 'of that the index')
        await storage.write(({ db }) =>
          db.deleteFrom('search_texts').where('blog_id', '=', id).execute(),
        );
      else
        await storage.write(({ db }) =>
          allTexts(db)
            .updateTable('blogs')
            .set({ title: `${name} ${number}` })
            .where('id', '=', id)
            .execute(),
        );
      const from = performance.now();
      await storage.write(({ db }) => indexText(db, id));
      times[name]?.push(performance.now() - from);
    }
  }
  return Object.entries(times).map(([write, own]) => ({
    write,
    'p50 ms': round(at(own, 0.5)),
    'p99 ms': round(at(own, 0.99)),
  }));
}

async function databasesOf(engine: Engine): Promise<Databases> {
  if (engine === 'sqlite') return sqliteDatabases(values.keep);
  return values.url ? postgresDatabase(values.url) : await createDatabases(engine);
}

async function measureOn(engine: Engine): Promise<void> {
  const databases = await databasesOf(engine);
  const until = performance.now() + Number(values.minutes) * 60_000;
  try {
    const { storage } = await databases.open(`search_${size}`);
    try {
      const progress = createProgress(engine, 'blogs');
      const isFull = await fillSite(storage, size, (blogs) => progress(blogs, size), until);
      if (!isFull) return console.log('Filled in part.');
      await settle(storage);
      console.log(
        `\n${engine}, ${size} blogs: ${Math.round((await indexBytes(storage)) / size)} bytes of index a blog`,
      );
      console.table(await measureSearches(storage));
      console.table(await measureWrites(storage));
    } finally {
      await storage.close();
    }
  } finally {
    await databases.remove();
  }
}

endOnSignals();
for (const engine of engines) await measureOn(engine);
