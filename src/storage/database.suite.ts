import { sql } from 'kysely';
import { expect } from 'vitest';
import { type Engine, everything, type Storage, StorageError, type Write } from './storage.ts';
import { createTestDatabase, testEngine, testOn } from './testing.ts';

/** 20 November 2026 in milliseconds, which exceeds 32 bits. */
const someTime = 1_795_132_800_123;

function addPerson({ db }: Pick<Write, 'db'>, id: string, name = 'Ada'): Promise<unknown> {
  return db
    .insertInto('people')
    .values({
      id,
      name,
      email: null,
      photo_url: null,
      bio: null,
      subject: null,
      created_at: someTime,
    })
    .execute();
}

async function peopleOf(storage: Storage): Promise<readonly string[]> {
  const rows = await storage.reader.selectFrom('people').select('id').orderBy('id').execute();
  return rows.map((row) => row.id);
}

/** Collects all tags that listeners of `storage` get from this call on. */
function collectTags(storage: Storage): string[] {
  const collected: string[] = [];
  storage.onChange((tags) => collected.push(...tags));
  return collected;
}

/** Resolves once a listener of `storage` gets `tag`, or the tag for everything. */
function notificationOf(storage: Storage, tag: string): Promise<void> {
  return new Promise((resolve) => {
    const end = storage.onChange((tags) => {
      if (!tags.includes(tag) && !tags.includes(everything)) return;
      end();
      resolve();
    });
    storage.checkForChanges();
  });
}

/** The contract of every engine; both pass all of these tests. */
export function databaseSuite(engine: Engine): void {
  testOn(engine, 'readers see a write that has resolved', async ({ storage }) => {
    const result = await storage.write(async (write) => {
      await addPerson(write, 'ada');
      return 'done';
    });
    expect(result).toBe('done');
    expect(await peopleOf(storage)).toEqual(['ada']);
  });

  testOn(
    engine,
    'a write that rejects changes no row and invalidates no tag',
    async ({ storage }) => {
      const collected = collectTags(storage);
      const write = storage.write(async (one) => {
        await addPerson(one, 'ada');
        one.touch('people');
        throw new Error('changed my mind');
      });
      await expect(write).rejects.toThrow('changed my mind');
      storage.checkForChanges();
      expect(await peopleOf(storage)).toEqual([]);
      expect(collected).toEqual([]);
    },
  );

  testOn(engine, 'writes go on after a statement was refused', async ({ storage }) => {
    await storage.write((write) => addPerson(write, 'ada'));
    await expect(storage.write((write) => addPerson(write, 'ada'))).rejects.toThrow();
    await storage.write((write) => addPerson(write, 'bob'));
    expect(await peopleOf(storage)).toEqual(['ada', 'bob']);
  });

  testOn(
    engine,
    'listeners have received each tag once by the time a write resolves',
    async ({ storage }) => {
      const collected = collectTags(storage);
      await storage.write(async ({ touch }) => {
        touch('blogs', 'blog:1');
        touch('blogs');
      });
      expect(collected).toEqual(['blogs', 'blog:1']);
      storage.checkForChanges();
      expect(collected).toEqual(['blogs', 'blog:1']);
    },
  );

  testOn(
    engine,
    'listeners are notified only after readers can see the write',
    async ({ storage }) => {
      const seen: Promise<readonly string[]>[] = [];
      storage.onChange(() => seen.push(peopleOf(storage)));
      await storage.write(async (write) => {
        await addPerson(write, 'ada');
        write.touch('people');
        expect(seen).toEqual([]);
      });
      expect(await Promise.all(seen)).toEqual([['ada']]);
    },
  );

  testOn(engine, 'a listener that was removed is not notified', async ({ storage }) => {
    const collected: string[] = [];
    const end = storage.onChange((tags) => collected.push(...tags));
    end();
    await storage.write(async ({ touch }) => touch('blogs'));
    expect(collected).toEqual([]);
  });

  testOn(engine, 'another process is notified of a commit', async ({ storage, open }) => {
    const other = await open();
    const notified = notificationOf(other, 'blogs');
    await storage.write(async (write) => {
      await addPerson(write, 'ada');
      write.touch('blogs');
    });
    other.checkForChanges();
    await notified;
    expect(await peopleOf(other)).toEqual(['ada']);
  });

  testOn(
    engine,
    'another process is notified of more tags than one notification holds',
    async ({ storage, open }) => {
      const tags = Array.from({ length: 1_000 }, (_, index) => `blog:${index}-é`);
      const collected = collectTags(storage);
      const notified = notificationOf(await open(), 'blog:0-é');
      const other = await open();
      const otherNotified = notificationOf(other, 'blog:0-é');
      await storage.write(async ({ touch }) => touch(...tags));
      other.checkForChanges();
      await otherNotified;
      expect(collected).toEqual(tags);
      if (engine === 'postgres') await notified;
    },
  );

  testOn(
    engine,
    'writers with a lock key in common run one at a time',
    async ({ storage, open }) => {
      await storage.write((write) => addPerson(write, 'ada', '0'));
      const storages = [storage, await open()];
      // Each pair of these has a lock key in common, or one of the pair excludes all others.
      const kinds = [
        { lockKeys: ['a', 'b'] },
        undefined,
        { lockKeys: ['b', 'a'] },
        { lockKeys: ['b'] },
      ];
      const writes = Array.from({ length: 40 }, (_, index) =>
        storages[index % 2]?.write(
          async ({ db }) => {
            const ada = db.selectFrom('people').select('name').where('id', '=', 'ada');
            const { name } = await ada.executeTakeFirstOrThrow();
            const next = String(Number(name) + 1);
            await db.updateTable('people').set({ name: next }).where('id', '=', 'ada').execute();
          },
          kinds[(index >> 1) % kinds.length],
        ),
      );
      await Promise.all(writes);
      const row = await storage.reader.selectFrom('people').select('name').executeTakeFirst();
      expect(row?.name).toBe('40');
    },
  );

  testOn(engine, 'a time comes back as the same number', async ({ storage }) => {
    await storage.write((write) => addPerson(write, 'ada'));
    const rows = await storage.reader.selectFrom('people').select('created_at').execute();
    expect(rows).toEqual([{ created_at: someTime }]);
  });

  testOn(engine, 'a count is a number', async ({ storage }) => {
    const row = await storage.reader
      .selectFrom('people')
      .select((people) => people.fn.countAll().as('count'))
      .executeTakeFirst();
    expect(row).toEqual({ count: 0 });
  });

  testOn(
    engine,
    'a text with quotes, wildcards, emoji and control characters is read back unchanged',
    async ({ storage }) => {
      const name = `'; drop table people; -- %_\\ "x" 👩‍🚀 שלום \u0001 ${'ü'.repeat(5_000)}`;
      await storage.write((write) => addPerson(write, 'ada', name));
      const rows = await storage.reader
        .selectFrom('people')
        .select('id')
        .where('name', '=', name)
        .execute();
      expect(rows).toEqual([{ id: 'ada' }]);
    },
  );

  testOn(
    engine,
    'a text with a NUL is stored whole or refused, never truncated',
    async ({ storage }) => {
      const name = 'before\0after';
      await storage.write((write) => addPerson(write, 'ada', name)).catch(() => undefined);
      const rows = await storage.reader.selectFrom('people').select('name').execute();
      expect([[], [{ name }]]).toContainEqual(rows);
    },
  );

  testOn(engine, 'a foreign key to a missing row is refused', async ({ storage }) => {
    const write = storage.write(({ db }) =>
      db
        .insertInto('title_words')
        .values({ word: 'soup', blog_id: 'none', created_at: 0, category: 'Other' })
        .execute(),
    );
    await expect(write).rejects.toThrow(/foreign key/i);
  });

  testOn(
    engine,
    'assertReady resolves for an open database and invalidates no tag',
    async ({ storage }) => {
      const collected = collectTags(storage);
      await expect(storage.assertReady()).resolves.toBeUndefined();
      storage.checkForChanges();
      expect(collected).toEqual([]);
    },
  );

  testEngine(engine, 'concurrent first starts run each migration once', async () => {
    const database = await createTestDatabase(engine, { isMigrated: false });
    const storages = await Promise.all([database.open(), database.open(), database.open()]);
    await Promise.all(storages.map((storage) => storage.assertReady()));
    const steps = await sql<{ name: string; times: number }>`
      select name, count(*) as times from kysely_migration group by name`.execute(
      (await database.open()).writer,
    );
    expect(steps.rows.length).toBeGreaterThan(0);
    expect(steps.rows.every(({ times }) => Number(times) === 1)).toBe(true);
  });

  testOn(engine, 'a database of a newer version is refused and left alone', async (context) => {
    const { storage, open } = context;
    await sql`insert into kysely_migration (name, timestamp) values ('9999-future', 'now')`.execute(
      storage.writer,
    );
    await sql`drop table title_words`.execute(storage.writer);
    await expect(open()).rejects.toThrow(StorageError);
    await expect(open()).rejects.toThrow(/newer version .*9999-future/);
    const tables = await storage.writer.introspection.getTables();
    expect(tables.map((table) => table.name)).not.toContain('title_words');
  });

  testOn(engine, 'a write persists after its process has closed the database', async ({ open }) => {
    const first = await open();
    await first.write((write) => addPerson(write, 'ada'));
    await first.close();
    expect(await peopleOf(await open())).toEqual(['ada']);
  });
}
