import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, onTestFinished, vi } from 'vitest';
import type { Storage, Write } from '../storage.ts';
import { createTestDatabase, testEngine, testOn } from '../testing.ts';

/** Takes a lease in each name, so that the same one twice is refused. */
const take =
  (...keys: readonly string[]) =>
  async ({ db, touch }: Write): Promise<string> => {
    for (const key of keys) {
      await db.insertInto('leases').values({ key, holder: 'h', expires_at: 1 }).execute();
      touch(`lease:${key}`);
    }
    return keys.join();
  };

async function taken(storage: Storage): Promise<readonly string[]> {
  const rows = await storage.reader.selectFrom('leases').select('key').orderBy('key').execute();
  return rows.map(({ key }) => key);
}

/** Calls `onCommit` ahead of each commit of whatever is opened after this. */
function beforeEachCommit(onCommit: () => void): void {
  const prepare = DatabaseSync.prototype.prepare;
  const spy = vi.spyOn(DatabaseSync.prototype, 'prepare');
  spy.mockImplementation(function (this: DatabaseSync, text: string): StatementSync {
    const statement = prepare.call(this, text);
    if (text !== 'commit') return statement;
    const run = statement.run.bind(statement);
    statement.run = (...parameters: never[]) => {
      onCommit();
      return run(...parameters);
    };
    return statement;
  });
  onTestFinished(() => spy.mockRestore());
}

/** A clock that stands still unless it is moved, so that a slow machine makes no smaller groups. */
function stoppedClock(): { move(milliseconds: number): void } {
  let time = performance.now();
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => time);
  onTestFinished(() => spy.mockRestore());
  return {
    move(milliseconds) {
      time += milliseconds;
    },
  };
}

testEngine('sqlite', 'writes that wait together are one commit, told of after it', async () => {
  const { open } = await createTestDatabase('sqlite');
  const events: string[] = [];
  beforeEachCommit(() => events.push('commit'));
  const storage = await open();
  events.length = 0;
  stoppedClock();
  storage.onChange((tags) => events.push(tags.join()));
  await Promise.all(
    ['a', 'b', 'c'].map(async (key) => events.push(await storage.write(take(key)))),
  );
  expect(events).toEqual(['commit', 'lease:a,lease:b,lease:c', 'a', 'b', 'c']);
});

testEngine(
  'sqlite',
  'a group has no more than a hundred writes, and takes none after 10 ms',
  async () => {
    const { open } = await createTestDatabase('sqlite');
    let commits = 0;
    beforeEachCommit(() => {
      commits += 1;
    });
    const storage = await open();
    const clock = stoppedClock();
    const commitsOf = async (count: number, work: (index: number) => void) => {
      commits = 0;
      await Promise.all(
        Array.from({ length: count }, (_, index) => storage.write(async () => work(index))),
      );
      return commits;
    };
    expect(await commitsOf(250, () => {})).toBe(3);
    expect(await commitsOf(6, (index) => clock.move(index === 2 ? 11 : 1))).toBe(2);
  },
);

testOn('sqlite', 'a write that fails is undone by itself, with what it touched', async (test) => {
  const { storage } = test;
  const heard: string[] = [];
  storage.onChange((tags) => heard.push(...tags));
  const outcomes = await Promise.allSettled([
    storage.write(take('a')),
    storage.write(take('b', 'a')),
    storage.write(take('c')),
    storage.write(async () => Promise.reject(new Error('changed my mind'))),
    storage.write(take('b')),
  ]);
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    false,
    true,
    false,
    true,
  ]);
  expect(await taken(storage)).toEqual(['a', 'b', 'c']);
  expect(heard).toEqual(['lease:a', 'lease:c', 'lease:b']);
});

testOn('sqlite', 'who is refused alone leaves nothing to commit', async ({ storage }) => {
  await storage.write(take('a'));
  const { rows } = await sql`pragma data_version`.execute(storage.reader);
  await expect(storage.write(take('b', 'a'))).rejects.toThrow(/UNIQUE/);
  expect((await sql`pragma data_version`.execute(storage.reader)).rows).toEqual(rows);
  expect(await taken(storage)).toEqual(['a']);
});

testOn('sqlite', 'a write that ends the transaction has the others run again', async (test) => {
  const { storage } = test;
  stoppedClock();
  let runs = 0;
  const outcomes = await Promise.allSettled([
    storage.write((write) => {
      runs += 1;
      return take('a')(write);
    }),
    // As SQLite does itself where the disk is full.
    storage.write(async (write) => {
      await take('b')(write);
      await sql`rollback`.execute(write.db);
      throw new Error('full');
    }),
    storage.write(take('c')),
  ]);
  expect(outcomes).toMatchObject([{ value: 'a' }, { reason: { message: 'full' } }, { value: 'c' }]);
  expect(runs).toBe(2);
  expect(await taken(storage)).toEqual(['a', 'c']);
});
