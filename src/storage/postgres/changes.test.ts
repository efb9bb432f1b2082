import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { everything, type Storage, StorageError } from '../storage.ts';
import { createTestDatabase, testEngine } from '../testing.ts';
import { silentMs } from './changes.ts';
import { openPostgres, type PostgresOptions } from './open-postgres.ts';
import { startCuttingProxy } from './testing-cutting-proxy.ts';

async function opened(options: Pick<PostgresOptions, 'url' | 'siblingsFile'>): Promise<Storage> {
  const storage = await openPostgres({ ...options, onConnectionError: () => {} });
  onTestFinished(() => storage.close());
  return storage;
}

/** The file that the processes of a machine share, removed after the test. */
function sharedFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-hub-siblings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return path.join(folder, 'changes.sqlite');
}

/** Two processes of one machine; no notification reaches the second. */
async function onDeadLine(siblingsFile?: string) {
  const { options } = await createTestDatabase('postgres');
  const url = options.databaseUrl ?? '';
  const proxy = await startCuttingProxy(url);
  const [near, far] = await Promise.all([
    opened({ url, siblingsFile }),
    opened({ url: proxy.url, siblingsFile }),
  ]);
  onTestFinished(() => proxy.hold(false));
  const received: string[] = [];
  far.onChange((tags) => received.push(...tags));
  proxy.hold(true);
  return { near, far, received, proxy };
}

testEngine(
  'postgres',
  'another process of the machine sees a write’s tags as soon as the write is acknowledged',
  async () => {
    const { near, far, received, proxy } = await onDeadLine(sharedFile());
    const receivedNear: string[] = [];
    near.onChange((tags) => receivedNear.push(...tags));
    for (let number = 0; number < 20; number += 1) {
      proxy.hold(true);
      await near.write(async ({ touch }) => touch('blogs', `blog:${number}`), { lockKeys: [] });
      far.checkForChanges();
      expect(received).toContain(`blog:${number}`);
      proxy.hold(false);
      near.checkForChanges();
      expect(receivedNear.splice(0)).toEqual(['blogs', `blog:${number}`]);
    }
  },
);

testEngine(
  'postgres',
  'checkForChanges throws once the connection has been silent too long, until it is restored',
  { tags: 'slow', timeout: 30_000 },
  async () => {
    const { near, far, received, proxy } = await onDeadLine();
    await near.write(async ({ touch }) => touch('blogs'));
    await vi.waitFor(() => expect(far.checkForChanges).toThrow(StorageError), 2 * silentMs);
    // This connection is as old and as quiet, but it answers.
    expect(near.checkForChanges).not.toThrow();
    expect(received).toEqual([]);
    proxy.hold(false);
    await vi.waitFor(() => expect(far.checkForChanges).not.toThrow(), 3 * silentMs);
    // If the connection survived, the delayed notification itself arrives.
    expect([everything, 'blogs']).toContain(received[0]);
  },
);
