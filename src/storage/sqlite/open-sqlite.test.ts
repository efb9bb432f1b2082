import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { databaseSuite } from '../database.suite.ts';
import { everything, StorageError } from '../storage.ts';
import { createTestDatabase, testEngine, testOn } from '../testing.ts';
import { openSqlite } from './open-sqlite.ts';

const nobody = 65_534;

/** Runs `work` as an unprivileged user, since file modes do not restrict root. */
async function asOrdinaryUser<T>(work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(nobody);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

databaseSuite('sqlite');

testEngine(
  'sqlite',
  'a data folder without write permission is a StorageError that names it',
  async () => {
    const { options } = await createTestDatabase('sqlite');
    chmodSync(options.dataDir, 0o555);
    const opening = asOrdinaryUser(() => openSqlite(path.join(options.dataDir, 'x.sqlite')));
    await expect(opening).rejects.toThrow(StorageError);
    await expect(opening).rejects.toThrow(options.dataDir);
  },
);

testEngine('sqlite', 'a read-only database file is refused', async () => {
  const { options, open } = await createTestDatabase('sqlite');
  await (await open()).close();
  const file = path.join(options.dataDir, 'content-hub.sqlite');
  chmodSync(file, 0o444);
  if (process.getuid?.() === 0) chownSync(options.dataDir, nobody, nobody);
  await expect(asOrdinaryUser(() => openSqlite(file))).rejects.toThrow(StorageError);
});

testEngine('sqlite', 'a data folder below a file is refused', async () => {
  const { options } = await createTestDatabase('sqlite');
  const file = path.join(options.dataDir, 'notes.txt');
  writeFileSync(file, 'mine');
  await expect(openSqlite(path.join(file, 'x.sqlite'))).rejects.toThrow(StorageError);
});

testEngine('sqlite', 'a file that is no database is refused and left alone', async () => {
  const { options } = await createTestDatabase('sqlite');
  const file = path.join(options.dataDir, 'content-hub.sqlite');
  const content = 'A letter to my aunt. '.repeat(100);
  writeFileSync(file, content);
  await expect(openSqlite(file)).rejects.toThrow(StorageError);
  expect(readFileSync(file, 'utf8')).toBe(content);
});

testOn(
  'sqlite',
  'a write that waits for the lock of another process does not block the event loop',
  async (test) => {
    const { options, storage } = test;
    const holder = fork(path.join(import.meta.dirname, 'testing-lock-holder.ts'), [
      path.join(options.dataDir, 'content-hub.sqlite'),
    ]);
    onTestFinished(() => void holder.kill());
    await once(holder, 'message');
    const writing = storage.write(async ({ touch }) => touch('blogs')).then(() => 'written');
    // The reply can arrive only while the event loop is free.
    holder.send('ask');
    const answer = once(holder, 'message').then(([message]) => String(message));
    expect(await Promise.race([writing, answer])).toBe('still holding');
    holder.send('release');
    expect(await writing).toBe('written');
  },
);

testOn(
  'sqlite',
  'reads are answered while another connection writes',
  async ({ storage, open }) => {
    const other = await open();
    await storage.write(async ({ db }) => {
      await db.updateTable('people').set({ name: 'Ada' }).execute();
      expect(await other.reader.selectFrom('people').selectAll().execute()).toEqual([]);
    });
  },
);

testOn(
  'sqlite',
  'a process that missed more changes than are kept invalidates everything',
  async (test) => {
    const { storage, open } = test;
    const other = await open();
    const received: string[] = [];
    other.onChange((tags) => received.push(...tags));
    const tags = Array.from({ length: 6_000 }, (_, index) => `blog:${index}`);
    await storage.write(async ({ touch }) => touch(...tags));
    await storage.write(async ({ touch }) => touch(...tags));
    other.checkForChanges();
    expect(received).toEqual([everything]);
  },
);

testOn('sqlite', 'the reader cannot write', async ({ storage }) => {
  await expect(storage.reader.deleteFrom('people').execute()).rejects.toThrow(/readonly/);
});

testEngine(
  'sqlite',
  'a truncated database file is refused with advice to restore a backup',
  async () => {
    const { options, open } = await createTestDatabase('sqlite');
    const storage = await open();
    await storage.assertReady();
    await storage.close();
    const file = path.join(options.dataDir, 'content-hub.sqlite');
    truncateSync(file, Math.floor(readFileSync(file).length / 2));
    const opening = openSqlite(file);
    await expect(opening).rejects.toThrow(StorageError);
    await expect(opening).rejects.toThrow(/can't be used \(.*\)\. Put a backup in its place/);
  },
);

testEngine(
  'sqlite',
  'a file whose index contradicts its table is refused with a message of one line',
  async () => {
    const { options, open } = await createTestDatabase('sqlite');
    const storage = await open();
    const key = 'in the table and in its index';
    await storage.write(({ db }) =>
      db.insertInto('leases').values({ key, holder: 'h', expires_at: 1 }).execute(),
    );
    await storage.close();
    const file = path.join(options.dataDir, 'content-hub.sqlite');
    const bytes = readFileSync(file);
    expect(bytes.indexOf(key)).not.toBe(bytes.lastIndexOf(key));
    bytes.write('x', bytes.lastIndexOf(key));
    writeFileSync(file, bytes);
    await expect(openSqlite(file)).rejects.toThrow(/^[^\n]+ is damaged: [^\n]+$/);
  },
);
