import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import type { ReplicaStatus, Storage } from '../storage.ts';
import { openPostgres, type PostgresOptions } from './open-postgres.ts';
import { startCuttingProxy } from './testing-cutting-proxy.ts';
import { databaseUrl } from './testing-databases.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from './testing-replica.ts';

/** A server given by TEST_DATABASE_URL has no standby that a test may stop. */
const isMissing = inject('postgres') === null || process.env.TEST_DATABASE_URL !== undefined;
const testReplica = test.skipIf(isMissing);

let servers: ReplicatedPostgres;
beforeAll(async () => {
  if (!isMissing) servers = await startReplicatedPostgres();
});
afterAll(() => servers?.remove());

async function open(replicaUrl = servers.standby.url, options: Partial<PostgresOptions> = {}) {
  const said: string[] = [];
  const storage = await openPostgres({
    url: servers.primary.url,
    replicaUrl,
    onReplica: (sentence) => said.push(sentence),
    onConnectionError(error) {
      throw error;
    },
    ...options,
  });
  onTestFinished(() => storage.close());
  return { storage, said };
}

/** Which of the two servers answers reads. */
async function answering({ reader }: Storage): Promise<'replica' | 'primary'> {
  const { rows } = await sql<{ is_standby: boolean }>`
    select pg_is_in_recovery() as is_standby`.execute(reader);
  return rows[0]?.is_standby ? 'replica' : 'primary';
}

const becomes = (storage: Storage, state: ReplicaStatus['state']) =>
  expect.poll(() => storage.replicaStatus()?.state, { timeout: 20_000 }).toBe(state);

async function runOnStandby(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: servers.standby.url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function write({ write: writeTo }: Storage, name: string): Promise<void> {
  await writeTo(({ db }) =>
    db.insertInto('leases').values({ key: name, holder: 'ada', expires_at: 0 }).execute(),
  );
}

const isThere = async ({ reader }: Storage, key: string) =>
  (await reader.selectFrom('leases').select('key').where('key', '=', key).execute()).length === 1;

testReplica(
  'a replica answers reads, except while it has not replayed the latest write',
  async () => {
    const { storage, said } = await open();
    await becomes(storage, 'current');
    expect(await answering(storage)).toBe('replica');
    await runOnStandby('select pg_wal_replay_pause()');
    await write(storage, 'while it replays nothing');
    expect(await isThere(storage, 'while it replays nothing')).toBe(true);
    expect(await answering(storage)).toBe('primary');
    expect(storage.replicaStatus()?.state).toBe('behind');
    await runOnStandby('select pg_wal_replay_resume()');
    await becomes(storage, 'current');
    expect(await answering(storage)).toBe('replica');
    expect(await isThere(storage, 'while it replays nothing')).toBe(true);
    expect(said).toEqual([]);
  },
);

testReplica(
  'a commit without a notification is noticed by the next heartbeat, and reads go to the primary',
  async () => {
    const { storage } = await open();
    await becomes(storage, 'current');
    await runOnStandby('select pg_wal_replay_pause()');
    onTestFinished(() => runOnStandby('select pg_wal_replay_resume()'));
    const client = new pg.Client({ connectionString: servers.primary.url });
    await client.connect();
    await client.query('create table unheard ()');
    await client.end();
    await becomes(storage, 'behind');
    expect(await answering(storage)).toBe('primary');
  },
);

testReplica('reads that a paused replica does not answer go to the primary', async () => {
  const { storage, said } = await open();
  await becomes(storage, 'current');
  servers.standby.pause(true);
  onTestFinished(() => servers.standby.pause(false));
  const answers = await Promise.all(Array.from({ length: 30 }, () => answering(storage)));
  expect(new Set(answers)).toEqual(new Set(['primary']));
  expect(storage.replicaStatus()?.state).toBe('unreachable');
  expect(said).toEqual([expect.stringContaining('DATABASE_REPLICA_URL doesn')]);
  // The replica is used again without a restart of the site.
  servers.standby.pause(false);
  await becomes(storage, 'current');
  expect(await answering(storage)).toBe('replica');
  expect(said).toHaveLength(2);
});

testReplica('reads go to the primary while the replica is stopped', async () => {
  const { storage } = await open();
  await becomes(storage, 'current');
  await servers.standby.stop();
  expect(await answering(storage)).toBe('primary');
  await becomes(storage, 'unreachable');
  await servers.standby.start();
  await becomes(storage, 'current');
  expect(await answering(storage)).toBe('replica');
});

testReplica('a replica that is stopped at the start is used once it runs', async () => {
  await servers.standby.stop();
  const { storage, said } = await open();
  expect(storage.replicaStatus()?.state).toBe('unreachable');
  expect(said).toHaveLength(1);
  expect(await answering(storage)).toBe('primary');
  await servers.standby.start();
  await becomes(storage, 'current');
  expect(await answering(storage)).toBe('replica');
});

testReplica('a replica that is paused at the start is used once it runs', async () => {
  servers.standby.pause(true);
  onTestFinished(() => servers.standby.pause(false));
  const { storage } = await open();
  expect(await answering(storage)).toBe('primary');
  servers.standby.pause(false);
  await becomes(storage, 'current');
});

async function expectRefusal(replicaUrl: string): Promise<void> {
  // A server that answers slowly may be a replica and is not refused yet.
  const refusal = () =>
    open(replicaUrl).then(
      () => undefined,
      (error) => error,
    );
  await expect
    .poll(async () => String(await refusal()), { timeout: 30_000 })
    .toContain('that is no replica of this database');
}

testReplica('a replica URL that names no replica is refused', () =>
  expectRefusal(servers.primary.url),
);

testReplica('another database on the replica is refused', () =>
  expectRefusal(databaseUrl(servers.standby.url, 'template1')),
);

testReplica(
  'a replica of another server is refused, and is not read if it appears later',
  { tags: 'slow' },
  async () => {
    const others = await startReplicatedPostgres();
    onTestFinished(() => others.remove());
    await expectRefusal(others.standby.url);
    await others.standby.stop();
    const { storage, said } = await open(others.standby.url);
    expect(storage.replicaStatus()?.state).toBe('unreachable');
    await others.standby.start();
    await becomes(storage, 'foreign');
    expect(await answering(storage)).toBe('primary');
    expect(said.at(-1)).toContain('no replica of this database');
  },
);

/** Where the primary's log ends. */
async function endOfLog({ writer }: Storage): Promise<string | undefined> {
  const { rows } = await sql<{ end: string }>`
    select pg_current_wal_lsn()::text as end`.execute(writer);
  return rows[0]?.end;
}

testReplica('catchUp leaves a replica in use that has all of the primary’s log', async () => {
  const { storage } = await open();
  const states = async () => {
    await becomes(storage, 'current');
    const seen = new Set<string | undefined>();
    const before = await endOfLog(storage);
    for (let times = 0; times < 20; times += 1) {
      const asking = storage.catchUp();
      seen.add(storage.replicaStatus()?.state);
      await asking;
      seen.add(storage.replicaStatus()?.state);
    }
    // PostgreSQL writes to its log by itself now and then.
    return before === (await endOfLog(storage)) ? [...seen] : [];
  };
  await expect.poll(states, { timeout: 20_000 }).toEqual(['current']);
});

testReplica('after catchUp, a commit without a notification is read', async () => {
  const { storage } = await open();
  await becomes(storage, 'current');
  await runOnStandby('select pg_wal_replay_pause()');
  onTestFinished(() => runOnStandby('select pg_wal_replay_resume()'));
  const client = new pg.Client({ connectionString: servers.primary.url });
  await client.connect();
  await client.query("insert into leases (key, holder, expires_at) values ('unheard', 'ada', 0)");
  await client.end();
  expect(await storage.catchUp()).toBe(true);
  expect(await isThere(storage, 'unheard')).toBe(true);
});

testReplica(
  'a primary’s connection that was silently dropped does not end the health checks',
  { tags: 'slow' },
  async () => {
    const proxy = await startCuttingProxy(servers.primary.url);
    const { storage } = await open(undefined, { url: proxy.url, onConnectionError: () => {} });
    await becomes(storage, 'current');
    await servers.standby.stop();
    await becomes(storage, 'unreachable');
    proxy.forget();
    await servers.standby.start();
    await becomes(storage, 'current');
  },
);

testReplica(
  'a replica that answers no query does not collect connections',
  { tags: 'slow' },
  async () => {
    const proxy = await startCuttingProxy(servers.standby.url);
    const { storage } = await open(proxy.url);
    await becomes(storage, 'current');
    proxy.swallowQueries();
    await becomes(storage, 'unreachable');
    const { made } = proxy.connections();
    await expect
      .poll(() => proxy.connections().made, { timeout: 20_000 })
      .toBeGreaterThan(made + 3);
    expect(proxy.connections().open).toBeLessThan(3);
  },
);

testReplica('an error in a query leaves the replica in use', async () => {
  const { storage } = await open();
  await becomes(storage, 'current');
  await expect(sql`select no_such_column from people`.execute(storage.reader)).rejects.toThrow(
    'no_such_column',
  );
  expect(storage.replicaStatus()?.state).toBe('current');
});
