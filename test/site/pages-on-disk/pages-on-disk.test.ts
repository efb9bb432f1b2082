import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, vi } from 'vitest';
import { createManualClock } from '../../../src/platform/page-cache/testing.ts';
import { databaseFile, openStorage } from '../../../src/storage/open-storage.ts';
import {
  administer,
  databaseUrl,
  dropDatabase,
} from '../../../src/storage/postgres/testing-databases.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import {
  createTestDatabase,
  type EngineTest,
  testOn,
  testOnBothEngines,
} from '../../../src/storage/testing.ts';
import { inMatrix } from '../../matrix.ts';
import {
  memberPageWith,
  type Pages,
  type PagesOptions,
  pageWith,
  startPages,
  write,
} from './testing-pages.ts';

/** `KILLS=200 npm test -- pages-on-disk` kills more processes. */
const kills = Number(process.env.KILLS ?? inMatrix({ usual: 1, whole: 5 }));

// Each test makes many round trips, which are slow on a busy machine.
vi.setConfig({ testTimeout: 300_000 + kills * 5_000 });

const mebibyte = 1_024 ** 2;

/** `SEQUENCES=1000 npm test -- pages-on-disk` runs more. */
const sequences = Number(process.env.SEQUENCES ?? inMatrix({ usual: 200, whole: 1_000 }));

/** The name of the first store in a folder. */
const firstStore = `${'a'.repeat(16)}-1`;

function testFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-hub-pages-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'pages');
}

async function start(options: PagesOptions): Promise<Pages> {
  const pages = await startPages(options);
  onTestFinished(() => pages.close());
  return pages;
}

/** Starts a separate process; resolves to its address. */
async function startProcess(
  { options }: EngineTest,
  more: Readonly<Record<string, unknown>>,
  shell = 'exec "$@"',
) {
  const program = path.join(import.meta.dirname, 'testing-pages-process.ts');
  const given = JSON.stringify({ storage: options, ...more });
  const child = spawn('sh', ['-c', shell, 'sh', process.execPath, program, given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [port] = await once(child.stdout, 'data');
  return { child, url: `http://127.0.0.1:${String(port).trim()}` };
}

async function textOf(url: string): Promise<string | undefined> {
  return /<p>(.*)<\/p>/.exec(await (await fetch(url)).text())?.[1];
}

/** The contents of all files in the folder, as one text. */
function bytesIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join();
}

async function keep(pages: Pages, ...paths: readonly string[]): Promise<void> {
  for (const each of paths) await pages.read(each);
  await pages.store.settle();
}

testOnBothEngines(
  'pages on disk survive a restart, in each encoding',
  async ({ storage, open }) => {
    const folder = testFolder();
    await write(storage, '1', 'One');
    const first = await startPages({ storage, folder, memoryBytes: mebibyte });
    const made = await first.read('/page/1', 'gzip, br');
    expect(made).toMatchObject({ text: 'One', isMade: true });
    await first.store.settle();
    // The Brotli form is made at the second request for it.
    await first.read('/page/1', 'gzip, br');
    await vi.waitUntil(async () => {
      await first.store.settle();
      return first.cache.stats().disk?.forms === 3;
    });
    await first.close();

    const second = await start({ storage: await open(), folder });
    for (const encoding of ['identity', 'gzip', 'br']) {
      const again = await second.read('/page/1', encoding);
      expect(again).toMatchObject({ text: 'One', whole: made.whole, isMade: false });
      expect(again.headers.get('content-encoding') ?? 'identity').toBe(encoding);
      expect(again.headers.get('x-kept')).toBe('yes');
      const etag = again.headers.get('etag') ?? '';
      const held = await fetch(`${second.url}/page/1`, { headers: { 'if-none-match': etag } });
      expect([held.status, held.headers.get('etag')]).toEqual([304, etag]);
    }
    expect(second.cache.stats()).toMatchObject({ renders: 0, diskHits: 6 });
    expect([...first.troubles, ...second.troubles]).toEqual([]);
  },
);

testOn(
  'sqlite',
  'clients that accept Brotli alone get it, and do not keep it from others',
  async ({ storage }) => {
    const folder = testFolder();
    await write(storage, '1', 'One');
    const pages = await start({ storage, folder, memoryBytes: mebibyte });
    await keep(pages, '/page/1');
    for (let times = 0; times < 3; times += 1) await pages.read('/page/1', 'br');
    await vi.waitUntil(async () => {
      await pages.store.settle();
      return pages.cache.stats().disk?.forms === 3;
    });
    for (const encoding of ['br', 'gzip, br']) {
      const { headers, text } = await pages.read('/page/1', encoding);
      expect([text, headers.get('content-encoding')]).toEqual(['One', 'br']);
    }
    expect(pages.cache.stats().renders).toBe(1);
  },
);

testOn(
  'sqlite',
  'a crawler that accepts Brotli displaces nothing from memory',
  async ({ storage }) => {
    const folder = testFolder();
    const ids = Array.from({ length: 11 }, (_, index) => `${index + 1}`);
    for (const id of ids) await write(storage, id, id);
    const first = await startPages({ storage, folder });
    await keep(first, ...ids.map((id) => `/page/${id}`));
    await first.close();

    // Has room for four pages.
    const pages = await start({ storage, folder, memoryBytes: 18_000 });
    const readAll = async (some: readonly string[]) => {
      for (const id of some) await pages.read(`/page/${id}`, 'gzip, br');
    };
    const hot = ids.slice(0, 4);
    await readAll(hot);
    expect(pages.cache.stats()).toMatchObject({ pages: 0, hits: 0 });
    await readAll(hot);
    expect(pages.cache.stats()).toMatchObject({ pages: 4, hits: 0 });
    for (const id of ids.slice(4)) await readAll([id, id]);
    await readAll(hot);
    expect(pages.cache.stats()).toMatchObject({ hits: 4, renders: 0 });
  },
);

testOn('sqlite', 'a page with a query is stored when it is made again', async ({ storage }) => {
  const pages = await start({ storage, folder: testFolder() });
  const stored = () => pages.cache.stats().disk?.forms;
  await keep(pages, '/list?cursor=a', '/list?cursor=b');
  expect(stored()).toBe(0);
  await keep(pages, '/list?cursor=b');
  expect(stored()).toBe(2);
  expect(await pages.read('/list?cursor=b')).toMatchObject({ isMade: false });
  expect(await pages.read('/list?cursor=a')).toMatchObject({ isMade: true });
});

testOn(
  'sqlite',
  'a page that is not stored has no stored Brotli form either',
  async ({ storage }) => {
    const pages = await start({ storage, folder: testFolder(), memoryBytes: mebibyte });
    const isPacked = async () => {
      const { headers } = await pages.read('/list?cursor=a', 'gzip, br');
      return headers.get('content-encoding') === 'br';
    };
    await vi.waitUntil(isPacked, { timeout: 20_000 });
    await pages.store.settle();
    expect(pages.cache.stats().disk?.forms).toBe(0);
  },
);

testOn(
  'sqlite',
  'a page in use that came from disk is made again after a change, and stored',
  async ({ storage }) => {
    const folder = testFolder();
    await write(storage, '1', 'Old');
    const first = await startPages({ storage, folder });
    await keep(first, '/page/1');
    await first.close();

    const clock = createManualClock();
    const options = { memoryBytes: mebibyte, remakingClock: clock };
    const second = await startPages({ storage, folder, ...options });
    for (let times = 0; times < 2; times += 1) await second.read('/page/1');
    expect(second.cache.stats()).toMatchObject({ renders: 0, diskHits: 2 });
    await write(storage, '1', 'New');
    // The store notes the change between the two.
    await clock.runNext();
    await second.store.settle();
    await clock.runNext();
    await vi.waitUntil(() => second.cache.stats().pages === 1, { timeout: 20_000 });
    expect(await second.read('/page/1')).toMatchObject({ text: 'New', isMade: false });
    expect(second.cache.stats().renders).toBe(1);
    await second.store.settle();
    await second.close();

    const third = await start({ storage, folder });
    expect(await third.read('/page/1')).toMatchObject({ text: 'New', isMade: false });
  },
);

testOnBothEngines(
  'a change is visible at once, and the old page is erased from disk',
  async (test) => {
    const { storage } = test;
    const folder = testFolder();
    await write(storage, '1', 'Secret');
    await write(storage, '2', 'Two');
    const pages = await start({ storage, folder });
    await keep(pages, '/page/1', '/page/2');
    expect(bytesIn(folder)).toContain('Secret');

    await write(storage, '1', 'Public');
    expect(await pages.read('/page/1')).toMatchObject({ text: 'Public', isMade: true });
    await pages.store.settle();
    expect(bytesIn(folder)).not.toContain('Secret');
    expect(await pages.read('/page/2')).toMatchObject({ text: 'Two', isMade: false });
    await keep(pages, '/page/1');
    expect(await pages.read('/page/1')).toMatchObject({ text: 'Public', isMade: false });

    await write(storage, 'all', 'Everywhere');
    expect(await pages.read('/page/2')).toMatchObject({ text: 'Two, Everywhere', isMade: true });
    await pages.store.settle();
    await keep(pages, '/page/2');
    expect(await pages.read('/page/2')).toMatchObject({ text: 'Two, Everywhere', isMade: false });
  },
);

testOnBothEngines(
  'kill -9 between a commit and its notification leaves no stale page',
  async (test) => {
    const folder = testFolder();
    await write(test.storage, '1', 'Text0');
    for (let round = 1; round <= kills; round += 1) {
      const { child, url } = await startProcess(test, { folder, isKilledAtCommit: true });
      expect(await textOf(`${url}/page/1`)).toBe(`Text${round - 1}`);
      await fetch(`${url}/settled`);
      const killed = once(child, 'exit');
      const written = fetch(`${url}/page/1?Text${round}`, { method: 'POST' });
      await Promise.allSettled([written, killed]);

      const storage = await test.open();
      const pages = await start({ storage, folder });
      const index = new DatabaseSync(path.join(folder, firstStore, 'index.sqlite'));
      // The killed process's segment is complete.
      const owners = index.prepare('select distinct owner from segments').all();
      expect(owners).toEqual([{ owner: null }]);
      index.close();
      const read = await pages.read('/page/1');
      expect(read).toMatchObject({ text: `Text${round}`, isMade: true });
      expect(pages.troubles).toEqual([]);
      await pages.close();
      await storage.close();
    }
  },
);

testOnBothEngines('pages of another database are not sent', async ({ storage, engine }) => {
  const folder = testFolder();
  await write(storage, '1', 'Mine');
  const mine = await startPages({ storage, folder });
  await keep(mine, '/page/1');
  await mine.close();
  const other = await (await createTestDatabase(engine)).open();
  await write(other, '1', 'Theirs');
  const theirs = await start({ storage: other, folder });
  expect(await theirs.read('/page/1')).toMatchObject({ text: 'Theirs', isMade: true });
});

testOn(
  'sqlite',
  'an older SQLite file that was put back does not use newer pages',
  async (test) => {
    const { storage, options, open } = test;
    const folder = testFolder();
    await write(storage, '1', 'Before');
    await storage.forgetDeleted();
    const older = path.join(options.dataDir, 'older.sqlite');
    cpSync(databaseFile(options.dataDir), older);
    await write(storage, '1', 'After');
    const pages = await startPages({ storage, folder });
    await keep(pages, '/page/1');
    await pages.close();

    await storage.close();
    rmSync(`${databaseFile(options.dataDir)}-wal`, { force: true });
    cpSync(older, databaseFile(options.dataDir));
    const restored: Storage = await open();
    // Has the same number of changes as the newer file.
    await write(restored, '2', 'Two');
    const again = await start({ storage: restored, folder });
    expect(await again.read('/page/1')).toMatchObject({ text: 'Before', isMade: true });
  },
);

testOn(
  'postgres',
  'an older copy of a PostgreSQL database does not use newer pages',
  async (test) => {
    const { storage, options, open } = test;
    const folder = testFolder();
    await write(storage, '1', 'Before');
    await storage.close();
    const [server, name] = [options.databaseUrl ?? '', new URL(options.databaseUrl ?? '').pathname];
    const copy = `${name.slice(1)}_older`;
    await administer(server, `create database ${copy} template ${name.slice(1)}`);
    onTestFinished(() => dropDatabase(server, copy));
    const later = await open();
    await write(later, '1', 'After');
    const pages = await startPages({ storage: later, folder });
    await keep(pages, '/page/1');
    await pages.close();

    const older = await openStorage({ ...options, databaseUrl: databaseUrl(server, copy) });
    onTestFinished(() => older.close());
    // Has the same number of changes as the newer database.
    await write(older, '2', 'Two');
    const again = await start({ storage: older, folder });
    expect(await again.read('/page/1')).toMatchObject({ text: 'Before', isMade: true });
  },
);

testOn(
  'sqlite',
  'a copied site with changes of its own does not use the original’s pages',
  async (test) => {
    const { storage, options } = test;
    const folder = testFolder();
    const copies = testFolder();
    await write(storage, '1', 'Both');
    await write(storage, '2', 'Both');
    const pages = await startPages({ storage, folder });
    await keep(pages, '/page/1', '/page/2');
    await pages.close();
    await storage.forgetDeleted();
    cpSync(folder, path.join(copies, 'pages'), { recursive: true });
    cpSync(databaseFile(options.dataDir), databaseFile(copies));
    const copy = await openStorage({ ...options, dataDir: copies });
    onTestFinished(() => copy.close());
    await write(copy, '1', 'Copy');
    await write(storage, '1', 'First');
    await write(storage, '2', 'First');

    const ofCopy = await startPages({ storage: copy, folder: path.join(copies, 'pages') });
    expect(await ofCopy.read('/page/1')).toMatchObject({ text: 'Copy', isMade: true });
    expect(await ofCopy.read('/page/2')).toMatchObject({ text: 'Both', isMade: false });
    await ofCopy.store.settle();
    await ofCopy.close();
    // The copy's pages with the original database.
    const mixed = await start({ storage, folder: path.join(copies, 'pages') });
    expect(await mixed.read('/page/1')).toMatchObject({ text: 'First', isMade: true });
    expect(await mixed.read('/page/2')).toMatchObject({ text: 'First', isMade: true });
  },
);

testOn('sqlite', 'another version or setting uses pages of its own', async ({ storage }) => {
  const folder = testFolder();
  await write(storage, '1', 'One');
  const before = await startPages({ storage, folder, fingerprint: '0123456789abcdef' });
  await keep(before, '/page/1');
  await before.close();
  mkdirSync(path.join(folder, 'of-others-1'));
  const after = await startPages({ storage, folder, fingerprint: 'fedcba9876543210' });
  expect(await after.read('/page/1')).toMatchObject({ isMade: true });
  expect(readdirSync(folder)).toEqual(['fedcba9876543210-1', 'of-others-1']);
  await after.close();
});

testOn('sqlite', 'setting the clock back makes no page last longer', async ({ storage }) => {
  const folder = testFolder();
  await write(storage, '1', 'One');
  const pages = await start({ storage, folder });
  await keep(pages, '/timed/1');
  expect(await pages.read('/timed/1')).toMatchObject({ isMade: false });
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(now - 60_000);
  expect(await pages.read('/timed/1')).toMatchObject({ isMade: true });
  vi.setSystemTime(now + 3_700_000);
  expect(await pages.read('/timed/1')).toMatchObject({ isMade: true });
});

testOnBothEngines(
  'two processes on one page store never send a stale page',
  { tags: 'slow' },
  async (test) => {
    const folder = testFolder();
    const siblingsFile = path.join(folder, '..', 'siblings');
    const storage = await openStorage({ ...test.options, siblingsFile });
    onTestFinished(() => storage.close());
    const pages = await start({ storage, folder });
    const options = { ...test.options, siblingsFile };
    const sibling = await startProcess({ ...test, options }, { folder });
    const urls = [pages.url, sibling.url];
    const stale: unknown[] = [];
    for (let number = 0; number < sequences; number += 1) {
      const id = number % 7;
      const [here, there] = number % 2 === 0 ? urls : urls.toReversed();
      // A page rendered at the same time may have been read before the commit.
      const meanwhile = urls.map((url) => textOf(`${url}/page/${id}`));
      await fetch(`${here}/page/${id}?${number}`, { method: 'POST' });
      const seen = await Promise.all([there, here].map((url) => textOf(`${url}/page/${id}`)));
      await Promise.all(meanwhile);
      if (number % 5 === 0) await Promise.all(urls.map((url) => fetch(`${url}/settled`)));
      const later = await Promise.all([there, here].map((url) => textOf(`${url}/page/${id}`)));
      if ([...seen, ...later].some((text) => text !== String(number)))
        stale.push({ number, seen, later });
    }
    expect(stale).toEqual([]);
    expect(pages.cache.stats().diskHits).toBeGreaterThan(0);
    expect(pages.troubles).toEqual([]);
  },
);

testOn(
  'sqlite',
  'pages are rendered while another process locks the store',
  async ({ storage }) => {
    const folder = testFolder();
    await write(storage, '1', 'One');
    const pages = await start({ storage, folder });
    await keep(pages, '/page/1');
    const holder = new DatabaseSync(path.join(folder, firstStore, 'index.sqlite'));
    holder.exec('begin immediate');
    await write(storage, '1', 'Other');
    for (let times = 0; times < 3; times += 1) {
      await pages.store.settle();
      expect(await pages.read('/page/1')).toMatchObject({ text: 'Other', isMade: true });
    }
    holder.exec('rollback');
    holder.close();
    await pages.store.settle();
    await keep(pages, '/page/1');
    expect(await pages.read('/page/1')).toMatchObject({ text: 'Other', isMade: false });
  },
);

testOn('sqlite', 'the site works without the store if its files can’t grow', async (test) => {
  const folder = testFolder();
  for (const id of '123456789') await write(test.storage, id, id);
  // Each page takes 200 KiB, and files may have 2 MiB.
  const options = { folder, maxBytes: 1_024 ** 3, padding: 200 * 1_024 };
  const { url } = await startProcess(test, options, 'ulimit -f 4096; exec "$@"');
  for (let round = 0; round < 3; round += 1) {
    for (const id of '123456789') expect(await textOf(`${url}/page/${id}`)).toBe(id);
    await fetch(`${url}/settled`);
  }
});

testOn(
  'sqlite',
  'the store stays within its limit, and keeps the newest page',
  { tags: 'slow' },
  async (test) => {
    const { storage } = test;
    const folder = testFolder();
    const maxBytes = 16 * mebibyte;
    const pages = await start({ storage, folder, maxBytes, padding: 100 * 1_024 });
    for (let id = 0; id < 300; id += 1) {
      await keep(pages, `/page/${id}`);
      expect(pages.cache.stats().disk?.bytes).toBeLessThanOrEqual(maxBytes);
    }
    expect(await pages.read('/page/299')).toMatchObject({ isMade: false });
    expect(await pages.read('/page/0')).toMatchObject({ isMade: true });
    expect(pages.troubles).toEqual([]);
  },
);

testOn('sqlite', 'the store frees its space before the disk is full', async ({ storage }) => {
  const folder = testFolder();
  await write(storage, '1', 'One');
  let freeRoom = 0;
  const pages = await start({ storage, folder, freeRoom: () => freeRoom });
  await keep(pages, '/page/1');
  expect(bytesIn(folder)).toContain('One');
  freeRoom = Infinity;
  await pages.store.settle();
  expect(bytesIn(folder)).toBe('');
  expect(await pages.read('/page/1')).toMatchObject({ text: 'One', isMade: true });
  freeRoom = 0;
  await pages.store.settle();
  await keep(pages, '/page/1');
  expect(await pages.read('/page/1')).toMatchObject({ text: 'One', isMade: false });
  expect(pages.troubles).toEqual([]);
});

testOn(
  'sqlite',
  'a start on a full disk removes unused stores first, and its own if that is not enough',
  async ({ storage }) => {
    const folder = testFolder();
    const unused = path.join(folder, `${'b'.repeat(16)}-1`);
    await write(storage, '1', 'One');
    const before = await startPages({ storage, folder });
    await keep(before, '/page/1');
    await before.close();

    mkdirSync(unused);
    const freeRoom = () => (existsSync(unused) ? Infinity : 0);
    const pages = await startPages({ storage, folder, freeRoom });
    expect(await pages.read('/page/1')).toMatchObject({ isMade: false });
    expect(readdirSync(folder)).toEqual([firstStore]);
    await pages.close();

    mkdirSync(unused);
    const full = await start({ storage, folder, freeRoom: () => Infinity });
    expect(await full.read('/page/1')).toMatchObject({ text: 'One', isMade: true });
    expect(readdirSync(folder)).toEqual([]);
    expect([...pages.troubles, ...full.troubles]).toEqual([]);
  },
);

testOn(
  'sqlite',
  'a start with little free disk space uses the stored pages, and adds none',
  async ({ storage }) => {
    const folder = testFolder();
    await write(storage, '1', 'One');
    await write(storage, '2', 'Two');
    const before = await startPages({ storage, folder });
    await keep(before, '/page/1');
    await before.close();

    const freeRoom = () => {
      const { bavail, bsize } = statfsSync(folder);
      return (bavail * bsize) / 1.5;
    };
    const pages = await start({ storage, folder, freeRoom });
    expect(await pages.read('/page/1')).toMatchObject({ text: 'One', isMade: false });
    await keep(pages, '/page/2');
    expect(await pages.read('/page/2')).toMatchObject({ text: 'Two', isMade: true });
  },
);

testOn('sqlite', 'a damaged store whose folder is gone is replaced', async ({ storage }) => {
  const folder = testFolder();
  await write(storage, '1', 'One');
  const pages = await start({ storage, folder });
  await keep(pages, '/page/1');
  // The segment stays open.
  expect(await pages.read('/page/1')).toMatchObject({ isMade: false });
  const segment = openSync(path.join(folder, firstStore, '1.pages'), 'r+');
  rmSync(path.join(folder, firstStore), { recursive: true });
  writeSync(segment, Buffer.alloc(1_000, 1), 0, 1_000, 0);
  closeSync(segment);
  expect(await pages.read('/page/1')).toMatchObject({ text: 'One', isMade: true });
  // The first of these gives the store up.
  await pages.store.settle();
  await pages.store.settle();
  await keep(pages, '/page/1');
  expect(await pages.read('/page/1')).toMatchObject({ text: 'One', isMade: false });
});

const readers = [
  ['a slow stranger', '', pageWith],
  [
    'a slow member',
    'member=ada',
    (texts: readonly string[], padding: number) => memberPageWith(texts, 'ada', padding),
  ],
] as const;
for (const [name, cookie, whole] of readers) {
  testOn('sqlite', `${name} gets no byte of another page`, async ({ storage }) => {
    const padding = 100_000;
    const ids = Array.from({ length: 20 }, (_, id) => `${id}`);
    for (const id of ids) await write(storage, id, `Page ${id}`);
    // Room for the member, and for two pages.
    const memoryBytes = 300_000;
    const pages = await start({ storage, folder: testFolder(), padding, memoryBytes });
    const readAll = (coding: string, as: string = cookie) =>
      Promise.all(ids.map((id) => pages.read(`/page/${id}`, coding, as)));
    // Another member, so that nothing of this one's is made of the rendering.
    await readAll('identity', cookie && 'member=eve');
    await pages.store.settle();
    const bodyOf = (id: string) => whole([`Page ${id}`], padding);
    const rounds = 10;
    const perRound = 8;
    const askedBy = (from: number) =>
      Array.from(
        { length: rounds * perRound },
        (_, index) => ids[(index + from) % ids.length] ?? '',
      );
    const slow = [0, 3, 6, 9, 12, 15].map((from) => ({
      socket: connect(pages.port, '127.0.0.1').pause(),
      asked: askedBy(from),
    }));
    const head = `Host: localhost\r\n${cookie && `Cookie: ${cookie}\r\n`}`;
    for (let round = 0; round < rounds; round += 1) {
      for (const { socket, asked } of slow) {
        const now = asked.slice(round * perRound, (round + 1) * perRound);
        for (const id of now) socket.write(`GET /page/${id} HTTP/1.1\r\n${head}\r\n`);
      }
      const all = await readAll(round % 2 === 0 ? 'identity' : 'gzip');
      expect(all.map((page) => page.whole)).toEqual(ids.map(bodyOf));
    }
    for (const { socket, asked } of slow) {
      const bodies = asked.map(bodyOf);
      let received = '';
      socket.setEncoding('latin1').on('data', (text: string) => {
        received += text;
      });
      socket.resume();
      socket.write(`GET /page/0 HTTP/1.1\r\nConnection: close\r\n${head}\r\n`);
      bodies.push(bodyOf('0'));
      await once(socket, 'end');
      const parts = received.split(/HTTP\/1\.1 200 OK[^<]*/).slice(1);
      expect(parts.map((part, index) => part === bodies[index])).toEqual(bodies.map(() => true));
    }
    expect(pages.cache.stats().renders).toBe(ids.length);
  });
}
