import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import pg from 'pg';
import type { Engine } from '../../src/storage/storage.ts';
import { createTestDatabase, type TestDatabase } from '../../src/storage/testing.ts';

export const databasesFolder = path.join(import.meta.dirname, 'databases');

/** A file stored for a version. */
export function readKept(version: string, name: string): Buffer {
  return zstdDecompressSync(readFileSync(path.join(databasesFolder, version, `${name}.zst`)));
}

/** The database that a version left, as the running test's database. */
export async function oldDatabase(engine: Engine, version: string): Promise<TestDatabase> {
  const database = await createTestDatabase(engine, { isMigrated: false });
  if (engine === 'sqlite') {
    const file = path.join(database.options.dataDir, 'content-hub.sqlite');
    writeFileSync(file, readKept(version, 'database.sqlite'));
    return database;
  }
  const client = new pg.Client({ connectionString: database.options.databaseUrl });
  await client.connect();
  await client.query(readKept(version, 'database.sql').toString());
  await client.end();
  return database;
}
