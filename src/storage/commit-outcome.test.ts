import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { expect, onTestFinished, vi } from 'vitest';
import { openPostgres } from './postgres/open-postgres.ts';
import { startCuttingProxy } from './postgres/testing-cutting-proxy.ts';
import type { Storage } from './storage.ts';
import { createTestDatabase, type TestDatabase, testEngine } from './testing.ts';

/** Adds one person, whom `countIn` counts. */
function add(storage: Storage): Promise<string> {
  return storage.write(async ({ db, touch }) => {
    await db
      .insertInto('people')
      .values({
        id: 'ada',
        name: 'Ada',
        email: null,
        photo_url: null,
        bio: null,
        subject: null,
        created_at: 0,
      })
      .execute();
    touch('blogs');
    return 'added';
  });
}

async function countIn({ open }: TestDatabase): Promise<number> {
  const rows = await (await open()).reader.selectFrom('people').select('id').execute();
  return rows.length;
}

/** Storage whose connection to PostgreSQL can be cut. */
async function onProxy() {
  const database = await createTestDatabase('postgres');
  const proxy = await startCuttingProxy(database.options.databaseUrl ?? '');
  const storage = await openPostgres({ url: proxy.url, onConnectionError: () => {} });
  onTestFinished(() => storage.close().catch(() => {}));
  const received: string[] = [];
  storage.onChange((tags) => received.push(...tags));
  return { database, proxy, storage, received };
}

testEngine(
  'postgres',
  'a write whose commit reply was lost resolves once the commit is confirmed',
  async () => {
    const { database, proxy, storage, received } = await onProxy();
    proxy.cutNextCommit('answer');
    await expect(add(storage)).resolves.toBe('added');
    expect(await countIn(database)).toBe(1);
    expect(received).toContain('blogs');
  },
);

testEngine(
  'postgres',
  'a write whose commit never reached the server is unavailable, and nothing was written',
  async () => {
    const { database, proxy, storage } = await onProxy();
    proxy.cutNextCommit('question');
    await expect(add(storage)).rejects.toMatchObject({ code: 'unavailable', status: 503 });
    expect(await countIn(database)).toBe(0);
    await expect(add(storage)).resolves.toBe('added');
  },
);

testEngine(
  'postgres',
  'a write whose commit cannot be confirmed fails as outcome-unknown',
  async () => {
    const { database, proxy, storage, received } = await onProxy();
    proxy.cutNextCommit('answer', true);
    const adding = expect(add(storage)).rejects.toMatchObject({
      code: 'outcome-unknown',
      status: 503,
    });
    await proxy.cut;
    // Closing ends the attempts to confirm the commit, as some seconds do.
    await Promise.all([storage.close().catch(() => {}), adding]);
    expect(await countIn(database)).toBe(1);
    // The write may have been committed, so its tags are invalidated.
    expect(received).toContain('blogs');
  },
);

const full = 13;
const syncFailed = 1_034;

/** While `isOn`, these statements fail with this SQLite code and are not run, in databases opened after this call. */
function failing(statements: readonly string[], errcode: number): { isOn: boolean } {
  const state = { isOn: false };
  const prepare = DatabaseSync.prototype.prepare;
  const spy = vi.spyOn(DatabaseSync.prototype, 'prepare');
  spy.mockImplementation(function (this: DatabaseSync, text: string): StatementSync {
    const statement = prepare.call(this, text);
    const run = statement.run.bind(statement);
    statement.run = (...parameters: never[]) => {
      if (!state.isOn || !statements.includes(text)) return run(...parameters);
      throw Object.assign(new Error('disk I/O error'), { errcode });
    };
    return statement;
  });
  onTestFinished(() => spy.mockRestore());
  return state;
}

const settling = 'pragma user_version = 0';
const outcomes: readonly [string, readonly string[], number, object][] = [
  ['a commit that the disk is too full for is refused', ['commit'], full, { errcode: full }],
  [
    'a log that could not be synced is written over',
    ['commit'],
    syncFailed,
    { code: 'unavailable' },
  ],
  [
    'a log that can neither be synced nor written over leaves the outcome unknown',
    ['commit', settling],
    syncFailed,
    { code: 'outcome-unknown', status: 503 },
  ],
];

for (const [name, statements, code, problem] of outcomes) {
  testEngine('sqlite', name, async () => {
    const database = await createTestDatabase('sqlite');
    const failure = failing(statements, code);
    const storage = await database.open();
    failure.isOn = true;
    await expect(add(storage)).rejects.toMatchObject(problem);
    failure.isOn = false;
    expect(await countIn(database)).toBe(0);
  });
}

testEngine('sqlite', 'a failed commit fails every write of its group', async () => {
  const database = await createTestDatabase('sqlite');
  const failure = failing(['commit'], syncFailed);
  const storage = await database.open();
  failure.isOn = true;
  // The second write conflicts with the first, but that one is rolled back too.
  const outcomes = await Promise.allSettled([
    add(storage),
    add(storage),
    storage.write(async () => {}),
  ]);
  expect(outcomes).toMatchObject(Array(3).fill({ reason: { code: 'unavailable' } }));
  failure.isOn = false;
  expect(await countIn(database)).toBe(0);
  await expect(add(storage)).resolves.toBe('added');
});
