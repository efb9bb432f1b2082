import { once } from 'node:events';
import { createServer } from 'node:net';
import { sql } from 'kysely';
import { expect, onTestFinished, vi } from 'vitest';
import { databaseSuite } from '../database.suite.ts';
import type { StorageOptions } from '../open-storage.ts';
import { everything, type Storage, StorageError } from '../storage.ts';
import { createTestDatabase, testEngine, testOn } from '../testing.ts';
import { openPostgres } from './open-postgres.ts';
import { administer } from './testing-databases.ts';

databaseSuite('postgres');

function changed(url: string | undefined, change: (address: URL) => void): string {
  const address = new URL(url ?? '');
  change(address);
  return address.href;
}

function administerDatabase(options: StorageOptions, statement: (name: string) => string) {
  const url = options.databaseUrl ?? '';
  return administer(url, statement(new URL(url).pathname.slice(1)));
}

/** Ends every connection to the database, as a restart of the server does. */
function endConnections(options: StorageOptions): Promise<void> {
  return administerDatabase(
    options,
    (name) => `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
}

async function listenerCount(storage: Storage): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and query like 'listen %'`.execute(storage.writer);
  return rows[0]?.count ?? 0;
}

const wrongs: Readonly<Record<string, (address: URL) => void>> = {
  'a port where nothing listens': (address) => {
    address.port = '1';
  },
  'a wrong password': (address) => {
    address.password = 'guess';
  },
  'an unknown database': (address) => {
    address.pathname = '/nowhere';
  },
  'a host with two addresses and nothing there': (address) => {
    address.host = 'localhost:1';
  },
};

for (const [name, change] of Object.entries(wrongs)) {
  testEngine('postgres', `${name} is a StorageError with the reason`, async () => {
    const { options } = await createTestDatabase('postgres');
    const onConnectionError = vi.fn();
    const url = changed(options.databaseUrl, change);
    const opening = openPostgres({ url, onConnectionError });
    await expect(opening).rejects.toThrow(StorageError);
    await expect(opening).rejects.toThrow(/DATABASE_URL doesn't answer \(.{10,}\)/);
    expect(onConnectionError).not.toHaveBeenCalled();
  });
}

testOn('postgres', 'connections that the server has ended are restored', async (test) => {
  const { storage, options, connectionErrors } = test;
  const isListeningAgain = new Promise<void>((resolve) => {
    let notifications = 0;
    storage.onChange((tags) => {
      // First when the connection ends, then when it is restored.
      if (tags.includes(everything) && ++notifications === 2) resolve();
    });
  });
  await endConnections(options);
  await isListeningAgain;
  await storage.assertReady();
  expect(await listenerCount(storage)).toBe(1);
  expect(connectionErrors.length).toBeGreaterThan(0);
  connectionErrors.length = 0;
});

testEngine(
  'postgres',
  'everything counts as changed when the listening connection was interrupted',
  { tags: 'slow' },
  async () => {
    const { options, open } = await createTestDatabase('postgres');
    const events: string[] = [];
    const refusedTwice = Promise.withResolvers<void>();
    const isListeningAgain = Promise.withResolvers<void>();
    const storage = await openPostgres({
      url: options.databaseUrl ?? '',
      onConnectionError({ message }) {
        if (/not currently accepting/.test(message)) events.push('refused');
        if (events.filter((event) => event === 'refused').length === 2) refusedTwice.resolve();
      },
    });
    onTestFinished(() => storage.close());
    const expected = ['notified', 'refused', 'notified', 'refused', 'notified', 'notified'];
    storage.onChange((tags) => {
      if (!tags.includes(everything)) return;
      events.push('notified');
      if (events.length === expected.length) isListeningAgain.resolve();
    });
    await administerDatabase(options, (name) => `alter database ${name} allow_connections false`);
    await endConnections(options);
    await refusedTwice.promise;
    await administerDatabase(options, (name) => `alter database ${name} allow_connections true`);
    await isListeningAgain.promise;
    expect(events).toEqual(expected);
    expect(await listenerCount(storage)).toBe(1);
    const received = new Promise<readonly string[]>((resolve) => storage.onChange(resolve));
    await (await open()).write(async ({ touch }) => touch('blogs'));
    expect(await received).toEqual(['blogs']);
  },
);

testEngine(
  'postgres',
  'opening a server that never answers fails with a StorageError',
  async () => {
    const server = createServer();
    onTestFinished(() => void server.close());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const url = `postgres://nobody@127.0.0.1:${address.port}/nowhere`;
    const onConnectionError = vi.fn();
    await expect(openPostgres({ url, onConnectionError })).rejects.toThrow(StorageError);
  },
);

testOn(
  'postgres',
  'an unknown notification on the channel counts as a change of everything',
  async ({ storage }) => {
    const received = new Promise<readonly string[]>((resolve) => storage.onChange(resolve));
    await sql`notify content_hub_changes, 'hello'`.execute(storage.writer);
    expect(await received).toEqual([everything]);
  },
);

testEngine('postgres', 'storage can be closed while the server refuses connections', async () => {
  const { options } = await createTestDatabase('postgres');
  const refused = Promise.withResolvers<void>();
  const storage = await openPostgres({
    url: options.databaseUrl ?? '',
    onConnectionError(error) {
      if (/not currently accepting/.test(error.message)) refused.resolve();
    },
  });
  await administerDatabase(options, (name) => `alter database ${name} allow_connections false`);
  await endConnections(options);
  await refused.promise;
  await expect(storage.close()).resolves.toBeUndefined();
});

/** A barrier: its calls resolve once there are `count` of them. */
function meetingOf(count: number): () => Promise<void> {
  const all = Promise.withResolvers<void>();
  let there = 0;
  return () => {
    there += 1;
    if (there === count) all.resolve();
    return all.promise;
  };
}

testOn('postgres', 'writes with different lock keys run concurrently', async (test) => {
  const storages = [test.storage, test.storage, await test.open()];
  const meet = meetingOf(storages.length);
  await Promise.all(
    storages.map((storage, index) => storage.write(meet, { lockKeys: [`person:${index}`] })),
  );
});

testOn(
  'postgres',
  'reads are answered while more writes wait than the pool has connections',
  async (test) => {
    const { storage, open } = test;
    const isHeld = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const other = await open();
    const holding = other.write(async () => {
      isHeld.resolve();
      await mayEnd.promise;
    });
    await isHeld.promise;
    const waiting = Array.from({ length: 30 }, (_, index) =>
      storage.write(async () => index, { lockKeys: [`person:${index}`] }),
    );
    await storage.assertReady();
    mayEnd.resolve();
    await holding;
    expect(await Promise.all(waiting)).toEqual(Array.from(waiting.keys()));
  },
);

testOn('postgres', 'a write that PostgreSQL ends in a deadlock is retried', async (test) => {
  const { storage } = test;
  const meet = meetingOf(2);
  const runs: string[] = [];
  async function add(keys: readonly string[]): Promise<void> {
    await storage.write(
      async ({ db, touch }) => {
        runs.push(keys.join());
        touch(...keys);
        for (const [index, key] of keys.entries()) {
          if (index > 0) await meet();
          await sql`insert into changed_mind values (${key}) on conflict do nothing`.execute(db);
        }
      },
      { lockKeys: [] },
    );
  }
  await sql`create table changed_mind (key text primary key)`.execute(storage.writer);
  const received: string[] = [];
  storage.onChange((tags) => received.push(tags.join()));
  await Promise.all([add(['a', 'b']), add(['b', 'a'])]);
  expect(runs).toHaveLength(3);
  expect(received.sort()).toEqual(['a,b', 'b,a']);
});

testOn(
  'postgres',
  'a write that fails with a serialization error is given up after three runs',
  async (test) => {
    let runs = 0;
    const write = test.storage.write(async ({ db }) => {
      runs += 1;
      await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(db);
    });
    await expect(write).rejects.toMatchObject({ code: '40001' });
    expect(runs).toBe(3);
    await test.storage.write(async () => {});
  },
);

testEngine(
  'postgres',
  'synchronous_commit is switched on, and a server with fsync=off is warned about',
  async () => {
    const { options } = await createTestDatabase('postgres');
    await administerDatabase(
      options,
      (name) => `alter database ${name} set synchronous_commit = off`,
    );
    const warnings: string[] = [];
    const storage = await openPostgres({
      url: options.databaseUrl ?? '',
      onConnectionError: vi.fn(),
      onWarning: (sentence) => warnings.push(sentence),
    });
    onTestFinished(() => storage.close());
    const { rows } = await sql<{ setting: string }>`
    select current_setting('synchronous_commit') as setting`.execute(storage.writer);
    expect(rows).toEqual([{ setting: 'on' }]);
    const fsync = await sql<{ setting: string }>`
    select current_setting('fsync') as setting`.execute(storage.writer);
    const isUnsafe = fsync.rows[0]?.setting === 'off';
    expect(warnings.some((sentence) => sentence.includes('fsync=off'))).toBe(isUnsafe);
  },
);
