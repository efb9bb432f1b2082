import { expect, inject, onTestFinished, test } from 'vitest';
import { fetchOnce, startSite } from '../../../test/running-site.ts';
import { connectPostgres } from '../../storage/backup/postgres-client.ts';
import { openPostgres } from '../../storage/postgres/open-postgres.ts';
import {
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from '../../storage/postgres/testing-replica.ts';
import { createTestDatabase } from '../../storage/testing.ts';
import { readConfig } from '../config.ts';
import { checkReplica } from '../doctor/check-database.ts';
import { listen } from '../testing.ts';

const isMissing = inject('postgres') === null || process.env.TEST_DATABASE_URL !== undefined;

/** Makes the primary write 2 MiB that the standby replays only after `work`. */
async function fallBehind(
  { primary, standby }: Pick<ReplicatedPostgres, 'primary' | 'standby'>,
  work: () => Promise<void>,
): Promise<void> {
  const onStandby = await connectPostgres(standby.url);
  const onPrimary = await connectPostgres(primary.url);
  const firstOf = async (query: string) => Object.values((await onStandby.query(query)).rows[0])[0];
  try {
    await onStandby.query('select pg_wal_replay_pause()');
    await expect.poll(() => firstOf('select pg_get_wal_replay_pause_state()')).toBe('paused');
    await onPrimary.query(
      "select pg_logical_emit_message(true, 'test', repeat('x', 2 * 1024 * 1024))",
    );
    await work();
    await onStandby.query('select pg_wal_replay_resume()');
  } finally {
    await onStandby.end();
    await onPrimary.end();
  }
}

test.skipIf(isMissing)(
  'the log of a site names its replica when it is lost and when it is back',
  { tags: 'slow' },
  async () => {
    const { primary, standby, remove } = await startReplicatedPostgres();
    onTestFinished(remove);
    const site = await startSite({
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URL: standby.url,
      DEMO: 'off',
      LOG_LEVEL: 'info',
    });
    onTestFinished(() => site.stop());
    const levels = () =>
      site
        .output()
        .split('\n')
        .filter((line) => line.includes('The replica of DATABASE_REPLICA_URL'))
        .map((line) => JSON.parse(line).level);
    const readiness = async () => (await fetchOnce(`${site.url}/readyz`)).text();
    await expect.poll(readiness, { timeout: 20_000 }).toContain('current');
    const { length } = levels();
    const [info, warn] = [30, 40];
    await standby.stop();
    await expect.poll(() => levels().slice(length), { timeout: 20_000 }).toEqual([warn]);
    await standby.start();
    await expect.poll(() => levels().slice(length), { timeout: 20_000 }).toEqual([warn, info]);
  },
);

test.skipIf(isMissing)(
  '/readyz and the doctor name a replica that is of another server',
  { tags: 'slow' },
  async () => {
    const { standby, remove } = await startReplicatedPostgres();
    onTestFinished(remove);
    await standby.stop();
    const { options } = await createTestDatabase('postgres');
    const { databaseUrl = '' } = options;
    const storage = await openPostgres({
      url: databaseUrl,
      replicaUrl: standby.url,
      onConnectionError: options.onConnectionError,
    });
    onTestFinished(() => storage.close());
    const { url } = await listen(storage);
    const state = async () => {
      const reply = await fetch(`${url}/readyz`);
      return [reply.status, ((await reply.json()) as { replica: unknown }).replica];
    };
    await standby.start();
    await expect
      .poll(state, { timeout: 20_000 })
      .toEqual([200, { state: 'foreign', since: expect.any(String) }]);
    const config = readConfig({ DATABASE_URL: databaseUrl, DATABASE_REPLICA_URL: standby.url });
    expect(await checkReplica(config)).toMatchObject([
      { level: 'fail', found: expect.stringContaining('no replica of this database') },
    ]);
  },
);

test.skipIf(isMissing)(
  'with a dead replica all pages are answered, and /readyz and the doctor report it',
  { tags: 'slow' },
  async () => {
    const { primary, standby, remove } = await startReplicatedPostgres();
    onTestFinished(remove);
    const storage = await openPostgres({
      url: primary.url,
      replicaUrl: standby.url,
      onConnectionError(error) {
        throw error;
      },
    });
    onTestFinished(() => storage.close());
    const { url } = await listen(storage);
    const config = (replica: string) =>
      readConfig({ DATABASE_URL: primary.url, DATABASE_REPLICA_URL: replica });
    const readiness = async () => {
      const reply = await fetch(`${url}/readyz`);
      const { replica } = (await reply.json()) as { readonly replica?: { readonly state: string } };
      return `${reply.status} ${replica?.state}`;
    };
    await expect.poll(readiness, { timeout: 20_000 }).toBe('200 current');
    expect(await checkReplica(config(standby.url))).toMatchObject([{ level: 'ok' }]);
    expect(await checkReplica(config(primary.url))).toMatchObject([{ level: 'fail' }]);

    await fallBehind({ primary, standby }, async () => {
      expect(await checkReplica(config(standby.url))).toMatchObject([
        {
          level: 'warn',
          found: expect.stringMatching(/is [2-9] MiB behind: reads go to the primary/),
        },
      ]);
    });

    await standby.stop();
    const pages = ['/', '/All-blogs', '/api/latestBlogs', '/api/allBlogs', '/feed.xml'];
    const replies = await Promise.all(pages.map((page) => fetch(url + page)));
    expect(replies.map(({ status }) => status)).toEqual(pages.map(() => 200));
    await expect.poll(readiness, { timeout: 20_000 }).toBe('200 unreachable');
    expect(await checkReplica(config(standby.url))).toMatchObject([
      { level: 'warn', found: expect.stringContaining('go to the primary') },
    ]);

    await standby.start();
    await expect.poll(readiness, { timeout: 20_000 }).toBe('200 current');
  },
);
