import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import type { Storage } from '../storage.ts';
import { createTestDatabase, testEngine } from '../testing.ts';
import { openSqlite } from './open-sqlite.ts';

const modeOf = (name: string) => (statSync(name).mode & 0o777).toString(8);

async function place() {
  const { options, open } = await createTestDatabase('sqlite');
  const folder = path.join(options.dataDir, 'deep', 'data');
  return { folder, file: path.join(folder, 'content-hub.sqlite'), open };
}

function modesIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, modeOf(path.join(folder, name))]),
  );
}

function addPerson(storage: Storage, email: string) {
  return storage.write(({ db }) =>
    db.insertInto('people').values({ id: email, name: 'Ada', email, created_at: 0 }).execute(),
  );
}

const allPrivate = {
  'content-hub.sqlite': '600',
  'content-hub.sqlite-shm': '600',
  'content-hub.sqlite-wal': '600',
};

testEngine(
  'sqlite',
  'a new database is readable by its owner only, whatever the umask',
  async () => {
    const { folder, file } = await place();
    const former = process.umask(0);
    try {
      const storage = await openSqlite(file);
      await addPerson(storage, 'ada@example.org');
      expect(modesIn(folder)).toEqual(allPrivate);
      expect(modeOf(folder)).toBe('700');
      await storage.close();
    } finally {
      process.umask(former);
    }
  },
);

testEngine(
  'sqlite',
  'a database that others could read is restricted to its owner when it is opened',
  async () => {
    const { folder, file } = await place();
    const storage = await openSqlite(file);
    await addPerson(storage, 'ada@example.org');
    chmodSync(folder, 0o755);
    for (const name of readdirSync(folder)) chmodSync(path.join(folder, name), 0o644);
    const warnings: string[] = [];
    const again = await openSqlite(file, { onWarning: (message) => warnings.push(message) });
    expect(modesIn(folder)).toEqual(allPrivate);
    expect(modeOf(folder)).toBe('700');
    expect(warnings).toEqual([]);
    await again.close();
    await storage.close();
  },
);

testEngine(
  'sqlite',
  'a data folder with other files in it keeps its mode, with a warning',
  async () => {
    const { folder, file } = await place();
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'notes.txt'), 'mine');
    chmodSync(folder, 0o755);
    const warnings: string[] = [];
    const storage = await openSqlite(file, { onWarning: (message) => warnings.push(message) });
    expect(modeOf(folder)).toBe('755');
    expect(modeOf(file)).toBe('600');
    expect(warnings).toEqual([expect.stringContaining(`${folder} is open to other users`)]);
    await storage.close();
  },
);

testEngine('sqlite', 'a deleted e-mail address leaves no trace in the database files', async () => {
  const { folder, file } = await place();
  const storage = await openSqlite(file);
  const isFound = () =>
    readdirSync(folder).filter((name) =>
      readFileSync(path.join(folder, name)).includes('somebody.gone@example.org'),
    );
  await addPerson(storage, 'somebody.gone@example.org');
  // When all of these rows are deleted, the page of the address is freed as a whole.
  for (let count = 0; count < 200; count += 1) await addPerson(storage, `${count}@example.org`);
  expect(isFound()).not.toEqual([]);
  await storage.write(({ db }) => db.deleteFrom('people').execute());
  await storage.forgetDeleted();
  expect(isFound()).toEqual([]);
  // The log is truncated, since no read is open.
  expect(statSync(`${file}-wal`).size).toBe(0);
  await storage.close();
  expect(existsSync(file)).toBe(true);
});
