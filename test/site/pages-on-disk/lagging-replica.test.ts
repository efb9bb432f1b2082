import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { connectPostgres } from '../../../src/storage/backup/postgres-client.ts';
import { openPostgres } from '../../../src/storage/postgres/open-postgres.ts';
import { startReplicatedPostgres } from '../../../src/storage/postgres/testing-replica.ts';
import { type Pages, startPages, write } from './testing-pages.ts';

/** A server given by TEST_DATABASE_URL has no standby. */
const isMissing = inject('postgres') === null || process.env.TEST_DATABASE_URL !== undefined;

/** Reads pages, which must show this text, until all of them come from disk. */
async function untilKept(pages: Pages, ids: readonly string[], text: string): Promise<void> {
  const isMade = async (id: string) => {
    const read = await pages.read(`/page/${id}`);
    expect(read.text).toBe(text);
    return read.isMade;
  };
  await vi.waitUntil(
    async () => {
      let made = 0;
      for (const id of ids) made += (await isMade(id)) ? 1 : 0;
      await pages.store.settle();
      return made === 0;
    },
    { timeout: 20_000 },
  );
}

test.skipIf(isMissing)(
  'a page read from a lagging replica is neither sent nor cached, also after a restart',
  { tags: 'slow', timeout: 60_000 },
  async () => {
    const { primary, standby, remove } = await startReplicatedPostgres();
    onTestFinished(remove);
    const root = mkdtempSync(path.join(tmpdir(), 'content-hub-pages-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const folder = path.join(root, 'pages');
    async function open(replicaUrl?: string) {
      const storage = await openPostgres({
        url: primary.url,
        replicaUrl,
        onConnectionError(error) {
          throw error;
        },
      });
      onTestFinished(() => storage.close());
      const isCurrent = () =>
        expect.poll(() => storage.replicaStatus()?.state, { timeout: 20_000 }).toBe('current');
      return { storage, isCurrent };
    }
    const onStandby = await connectPostgres(standby.url);
    onTestFinished(() => onStandby.end());
    const firstOf = async (query: string) =>
      Object.values((await onStandby.query(query)).rows[0])[0];
    async function pauseReplica(): Promise<void> {
      await onStandby.query('select pg_wal_replay_pause()');
      while ((await firstOf('select pg_get_wal_replay_pause_state()')) !== 'paused');
    }

    const { storage: elsewhere } = await open();
    for (const id of ['1', '2', '3']) await write(elsewhere, id, 'Old');
    const first = await open(standby.url);
    await first.isCurrent();
    const pages = await startPages({ storage: first.storage, folder });
    await untilKept(pages, ['1', '2', '3'], 'Old');
    await first.isCurrent();
    await pauseReplica();
    await write(elsewhere, '1', 'New');
    await write(first.storage, '2', 'New');
    await vi.waitUntil(() => first.storage.catchUp(), { timeout: 20_000 });
    expect(
      await firstOf("select string_agg(holder, ' ') from leases where key in ('1', '2')"),
    ).toBe('Old Old');
    for (const id of ['1', '2']) {
      expect(await pages.read(`/page/${id}`)).toMatchObject({ text: 'New', isMade: true });
    }
    await untilKept(pages, ['1', '2'], 'New');
    expect(await pages.read('/page/3')).toMatchObject({ text: 'Old', isMade: false });
    await pages.close();

    // No process is notified of this write; one that starts now must ask the database.
    await write(elsewhere, '3', 'New');
    const second = await open(standby.url);
    expect(second.storage.replicaStatus()?.state).not.toBe('current');
    const again = await startPages({ storage: second.storage, folder });
    onTestFinished(() => again.close());
    expect(await again.read('/page/3')).toMatchObject({ text: 'New', isMade: true });
    await onStandby.query('select pg_wal_replay_resume()');
    await second.isCurrent();
    await untilKept(again, ['1', '2', '3'], 'New');
    expect([...pages.troubles, ...again.troubles]).toEqual([]);
  },
);
