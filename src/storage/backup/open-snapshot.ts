import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import { databaseFile } from '../open-storage.ts';
import { StorageError } from '../storage.ts';
import { copySqlite } from './copy-sqlite.ts';
import { keptTables, type NotInBackups, quotedList } from './kept-tables.ts';
import {
  postgresBatches,
  postgresSteps,
  postgresTables,
  type RowSource,
  sqliteBatches,
  sqliteSteps,
  sqliteTables,
} from './row-source.ts';

/** Retries if a migration ends between two reads of the table list; one retry has always been enough. */
const attemptsMax = 5;

export interface SnapshotOptions {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  /** Folder for a copy of the SQLite database; the caller that created the folder removes it. */
  readonly workFolder: string;
  readonly notInBackups: NotInBackups;
}

/**
 * Opens a consistent snapshot of the site's database while other processes keep writing. Runs no migrations. Throws
 * `StorageError` if there is no database or it is damaged.
 */
export function openSnapshot(options: SnapshotOptions): Promise<RowSource> {
  const { dataDir, databaseUrl, workFolder, notInBackups } = options;
  if (databaseUrl) return openPostgresSnapshot(databaseUrl, notInBackups);
  const copy = path.join(workFolder, 'copy.sqlite');
  return openSqliteSnapshot(databaseFile(dataDir), copy, notInBackups);
}

/** Copies the database first: a long read of the original would let its write-ahead log grow until the read ends. */
async function openSqliteSnapshot(
  file: string,
  copy: string,
  notInBackups: NotInBackups,
): Promise<RowSource> {
  if (!existsSync(file)) {
    throw new StorageError(`There is no database in ${path.dirname(file)}: is DATA_DIR right?`);
  }
  await copySqlite(file, copy);
  const database = new DatabaseSync(copy, { readOnly: true });
  const close = async () => database.close();
  try {
    return {
      engine: 'sqlite',
      steps: sqliteSteps(database),
      tables: keptTables(sqliteTables(database), notInBackups),
      batches: (table) => sqliteBatches(database, table),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openPostgresSnapshot(url: string, notInBackups: NotInBackups): Promise<RowSource> {
  const { connectPostgres } = await import('./postgres-client.ts');
  const client = await connectPostgres(url);
  const close = () => client.end();
  try {
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      const source = await snapshotOf(client, notInBackups, close);
      if (source) return source;
      await client.query('rollback');
    }
    throw new StorageError('The tables changed again and again: is the site being updated?');
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Locks the tables before the snapshot is taken: a table that a migration rewrote in between would look empty in it.
 * Access share locks block neither reads nor writes. Undefined if a migration ended before the lock.
 */
async function snapshotOf(
  client: pg.Client,
  notInBackups: NotInBackups,
  close: () => Promise<void>,
) {
  const before = keptTables(await postgresTables(client), notInBackups);
  await client.query('begin transaction isolation level repeatable read, read only');
  if (before.length > 0) {
    const names = quotedList(before.map(({ name }) => name));
    try {
      await client.query(`lock table ${names} in access share mode`);
    } catch (error) {
      const isGone = error instanceof Error && 'code' in error && error.code === '42P01';
      if (isGone) return undefined;
      throw error;
    }
  }
  const tables = keptTables(await postgresTables(client), notInBackups);
  if (JSON.stringify(tables) !== JSON.stringify(before)) return undefined;
  return {
    engine: 'postgres' as const,
    steps: await postgresSteps(client),
    tables,
    batches: (table: (typeof tables)[number]) => postgresBatches(client, table),
    close,
  };
}
