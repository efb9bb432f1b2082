import { expect, onTestFinished, vi } from 'vitest';
import { listen } from '../../src/app/testing.ts';
import { putRedirect } from '../../src/features/redirects/server/redirect-store.ts';
import { toProblem } from '../../src/platform/http/problem-handler.ts';
import { openPostgres } from '../../src/storage/postgres/open-postgres.ts';
import { startCuttingProxy } from '../../src/storage/postgres/testing-cutting-proxy.ts';
import { type Storage, StorageError } from '../../src/storage/storage.ts';
import { createTestDatabase, testEngine, testOnEachEngine } from '../../src/storage/testing.ts';

const lead = (storage: Storage, address: string) =>
  storage.write((write) =>
    putRedirect(write, { path: '/old', shape: null, target: { address } }, 0),
  );

async function ask(url: string) {
  const reply = await fetch(url, { redirect: 'manual' });
  await reply.arrayBuffer();
  const { status, headers } = reply;
  return [status, headers.get('location') ?? headers.get('retry-after')];
}

testOnEachEngine(
  'while other processes’ changes are unknown, redirects are read from the database',
  async ({ storage }) => {
    let isKnown = true;
    const { url } = await listen({
      ...storage,
      checkForChanges() {
        if (!isKnown) throw new StorageError('Nobody knows what other processes have changed.');
        storage.checkForChanges();
      },
    });
    await lead(storage, '/contact');
    for (let times = 0; times < 2; times += 1)
      expect(await ask(`${url}/old`)).toEqual([301, '/contact']);
    isKnown = false;
    // Without a notification: a process that was suspended hasn't read it yet.
    await storage.writer.updateTable('redirects').set({ address: '/terms' }).execute();
    expect(await ask(`${url}/old`)).toEqual([301, '/terms']);
    expect(await ask(`${url}/nowhere`)).toEqual([404, null]);
  },
);

testEngine(
  'postgres',
  'without the database an unknown address is answered 503 and Retry-After, and again 404 with it',
  async () => {
    const { options } = await createTestDatabase('postgres');
    const proxy = await startCuttingProxy(options.databaseUrl ?? '');
    const storage = await openPostgres({ url: proxy.url, onConnectionError: () => {} });
    onTestFinished(() => storage.close());
    const { url } = await listen(storage);
    await lead(storage, '/contact');
    expect(await ask(`${url}/old`)).toEqual([301, '/contact']);
    proxy.refuse(true);
    await vi.waitFor(() => expect(storage.checkForChanges).toThrow(StorageError));
    const check = async () => storage.checkForChanges();
    expect(toProblem(await check().catch((error: unknown) => error)).code).toBe('unavailable');
    for (const path of ['/old', '/nowhere', '/All-blogs?search=a&p=1'])
      expect(await ask(url + path), path).toEqual([503, '1']);
    proxy.refuse(false);
    await expect.poll(() => ask(`${url}/nowhere`), { timeout: 20_000 }).toEqual([404, null]);
    expect(await ask(`${url}/old`)).toEqual([301, '/contact']);
  },
);
