import { expect, inject, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../storage/postgres/open-postgres.ts';
import { startReplicatedPostgres } from '../../storage/postgres/testing-replica.ts';
import { readConfig } from '../config.ts';
import { lookAtReplica } from '../doctor/check-database.ts';
import { listen } from '../testing.ts';

const isMissing = inject('postgres') === null || process.env.TEST_DATABASE_URL !== undefined;

test.skipIf(isMissing)('a dead replica costs no reply, and is named', async () => {
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
  expect(await lookAtReplica(config(standby.url))).toMatchObject([{ level: 'ok' }]);
  expect(await lookAtReplica(config(primary.url))).toMatchObject([{ level: 'fail' }]);

  await standby.stop();
  const pages = ['/', '/All-blogs', '/api/latestBlogs', '/api/allBlogs', '/feed.xml'];
  const replies = await Promise.all(pages.map((page) => fetch(url + page)));
  expect(replies.map(({ status }) => status)).toEqual(pages.map(() => 200));
  await expect.poll(readiness, { timeout: 20_000 }).toBe('200 unreachable');
  expect(await lookAtReplica(config(standby.url))).toMatchObject([
    { level: 'warn', found: expect.stringContaining('go to the primary') },
  ]);

  await standby.start();
  await expect.poll(readiness, { timeout: 20_000 }).toBe('200 current');
});
