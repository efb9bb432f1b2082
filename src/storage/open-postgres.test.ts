import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { databaseSuite } from './database.suite.ts';
import { openPostgres } from './open-postgres.ts';
import { everything, type Storage } from './storage.ts';
import { StorageError } from './storage-error.ts';
import { createTestDatabase, testEngine, testOn } from './testing.ts';

databaseSuite('postgres');

function changed(url: string | undefined, change: (address: URL) => void): string {
  const address = new URL(url ?? '');
  change(address);
  return address.href;
}

function nextTags(storage: Storage): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const end = storage.onChange((tags) => {
      end();
      resolve(tags);
    });
  });
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

testOn('postgres', 'connections that the server ends are replaced', async (test) => {
  const { storage, connectionErrors } = test;
  const told: string[] = [];
  storage.onChange((tags) => told.push(...tags));
  const isBack = untilListening(storage, 'after');
  await endConnections(storage);
  await isBack;
  expect(told).toContain(everything);
  expect(await listenersOf(storage)).toBe(1);
  await storage.write(async ({ touch }) => touch('blogs'));
  expect(told.at(-1)).toBe('blogs');
  expect(connectionErrors.length).toBeGreaterThan(0);
  connectionErrors.length = 0;
});
