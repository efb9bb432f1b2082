import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, onTestFinished, vi } from 'vitest';
import type { Storage, Write } from '../storage.ts';
import { createTestDatabase, testEngine, testOn } from '../testing.ts';

/** Inserts a lease for each key; a second one of a key is refused. */
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

/** Calls `onCommit` before each commit of databases opened after this call. */
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

/** A clock that only the test advances, since the groups of a slow machine would be smaller. */
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

testEngine(
  'sqlite',
  'writes that wait together share one commit, and listeners are notified once after it',
  async () => {
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
  },
);

testEngine(
  'sqlite',
  'a group has at most a hundred writes and starts none after 10 ms',
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

testOn('sqlite', 'a failed write of a group is rolled back alone, with its tags', async (test) => {
  const { storage } = test;
  const received: string[] = [];
  storage.onChange((tags) => received.push(...tags));
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
  expect(received).toEqual(['lease:a', 'lease:c', 'lease:b']);
});

testOn(
  'sqlite',
  'a refused write without others in its group commits nothing',
  async ({ storage }) => {
    await storage.write(take('a'));
    const { rows } = await sql`pragma data_version`.execute(storage.reader);
    await expect(storage.write(take('b', 'a'))).rejects.toThrow(/UNIQUE/);
    expect((await sql`pragma data_version`.execute(storage.reader)).rows).toEqual(rows);
    expect(await taken(storage)).toEqual(['a']);
  },
);

testOn(
  'sqlite',
  'the other writes of a group are retried when one write ends the transaction',
  async (test) => {
    const { storage } = test;
    stoppedClock();
    let runs = 0;
    const outcomes = await Promise.allSettled([
      storage.write((write) => {
        runs += 1;
        return take('a')(write);
      }),
      // As SQLite itself does when the disk is full.
      storage.write(async (write) => {
        await take('b')(write);
        await sql`rollback`.execute(write.db);
        throw new Error('full');
      }),
      storage.write(take('c')),
    ]);
    expect(outcomes).toMatchObject([
      { value: 'a' },
      { reason: { message: 'full' } },
      { value: 'c' },
    ]);
    expect(runs).toBe(2);
    expect(await taken(storage)).toEqual(['a', 'c']);
  },
);
