import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { databaseFile, openStorage } from './open-storage.ts';
import type { Storage } from './storage.ts';
import { createTestDatabase, testOn, testOnBothEngines } from './testing.ts';

const touch = (storage: Storage, ...tags: string[]) =>
  storage.write(async ({ touch: touched }) => touched(...tags), { lockKeys: tags });

testOnBothEngines(
  'changesSince returns the tags that were touched since a position',
  async ({ storage, open }) => {
    const { position, tags } = await storage.changesSince();
    expect(tags).toBeUndefined();
    await touch(storage, 'a', 'b');
    const sibling = await open();
    await touch(sibling, 'b', 'c');
    const later = await storage.changesSince(position);
    expect(new Set(later.tags)).toEqual(new Set(['a', 'b', 'c']));
    // An open transaction of another test on the same PostgreSQL server delays what is known to have ended.
    await expect
      .poll(async () => {
        const { position } = await storage.changesSince();
        return (await sibling.changesSince(position)).tags;
      })
      .toEqual([]);
  },
);

testOnBothEngines('a position of another database is unknown', async (test) => {
  await touch(test.storage, 'a');
  const { position } = await test.storage.changesSince();
  const other = await (await createTestDatabase(test.engine)).open();
  await touch(other, 'b');
  expect((await other.changesSince(position)).tags).toBeUndefined();
  await touch(other, 'c');
  await touch(other, 'd');
  expect((await other.changesSince(position)).tags).toBeUndefined();
});

testOnBothEngines('a position from before a migration is unknown', async ({ storage }) => {
  const { position } = await storage.changesSince();
  await sql`insert into kysely_migration (name, timestamp) values ('0999-later', '')`.execute(
    storage.writer,
  );
  expect((await storage.changesSince(position)).tags).toBeUndefined();
});

testOnBothEngines(
  'a position older than the kept changes is unknown',
  async ({ storage, engine }) => {
    const { position } = await storage.changesSince();
    if (engine === 'sqlite') {
      await touch(storage, ...Array.from({ length: 10_002 }, (_, index) => `tag ${index}`));
    } else {
      await sql`insert into committed_changes (tags)
      select '["a"]' from generate_series(1, 10001)`.execute(storage.writer);
      expect((await storage.changesSince(position)).tags).toBeUndefined();
      await storage.forgetDeleted();
    }
    expect((await storage.changesSince(position)).tags).toBeUndefined();
  },
);

testOn(
  'sqlite',
  'a position of the original is unknown in a copy that has diverged',
  async ({ storage, options }) => {
    await touch(storage, 'a');
    await storage.forgetDeleted();
    const copied = path.join(options.dataDir, 'copy');
    const { position: before } = await storage.changesSince();
    const copy = await openStorage({ ...options, dataDir: copied });
    await copy.close();
    copyFileSync(databaseFile(options.dataDir), databaseFile(copied));
    await touch(storage, 'b');
    const { position } = await storage.changesSince();
    const again = await openStorage({ ...options, dataDir: copied });
    try {
      await touch(again, 'c');
      expect((await again.changesSince(before)).tags).toEqual(['c']);
      expect((await again.changesSince(position)).tags).toBeUndefined();
    } finally {
      await again.close();
    }
  },
);

testOn(
  'postgres',
  'changesSince includes a write that began before the position and committed after it',
  async (test) => {
    const { storage } = test;
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const slow = storage.writer.transaction().execute(async (db) => {
      await sql`insert into committed_changes (tags) values ('["slow"]')`.execute(db);
      begun.resolve();
      await goOn.promise;
    });
    await begun.promise;
    await touch(storage, 'quick');
    const { position } = await storage.changesSince();
    goOn.resolve();
    await slow;
    expect((await storage.changesSince(position)).tags).toEqual(['slow']);
  },
);

testOn(
  'postgres',
  'a write of a version without a change log makes earlier positions unknown',
  async (test) => {
    const { position } = await test.storage.changesSince();
    await sql`insert into write_marks (process, turn, mark, made_at) values ('old', 0, 'a', 0)`.execute(
      test.storage.writer,
    );
    const next = await test.storage.changesSince(position);
    expect(next.tags).toBeUndefined();
    expect((await test.storage.changesSince(next.position)).tags).toEqual([]);
  },
);
