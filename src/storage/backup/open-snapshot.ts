import { closeSync, existsSync, openSync } from 'node:fs';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import { databaseFile } from '../open-storage.ts';
import { StorageError } from '../storage.ts';
import { keptTables, quotedList } from './kept-tables.ts';
import {
  postgresBatches,
  postgresSteps,
  postgresTables,
  type RowSource,
  sqliteBatches,
  sqliteSteps,
  sqliteTables,
} from './row-source.ts';

/** How long the site's own locks are waited for, in milliseconds; they are held for a write each. */
const patienceMs = 30_000;
/**
 * All pages in one step. Of several, each begins anew where another process has written since the last: on a site that is
 * in use a copy in steps never ends.
 */
const allPages = 2 ** 31 - 1;
/** A migration that ends between two looks at the tables is waited for; one more has never been seen. */
const attemptsMax = 5;

export interface SnapshotOptions {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  /** For a copy of the database, on SQLite; whoever made it takes it away. */
  readonly workFolder: string;
}

/**
 * The site's database as it stands at this instant, while others write on. Nothing is migrated: a database is as its site
 * left it. Throws `StorageError` where there is none, or it is damaged.
 */
export function openSnapshot(options: SnapshotOptions): Promise<RowSource> {
  const { dataDir, databaseUrl, workFolder } = options;
  if (databaseUrl) return openPostgresSnapshot(databaseUrl);
  return openSqliteSnapshot(databaseFile(dataDir), path.join(workFolder, 'copy.sqlite'));
}

/** Copied first: read as it stands, its log would grow for as long as the reading takes. */
async function openSqliteSnapshot(file: string, copy: string): Promise<RowSource> {
  if (!existsSync(file)) {
    throw new StorageError(`There is no database in ${path.dirname(file)}: is DATA_DIR right?`);
  }
  const site = new DatabaseSync(file, { readOnly: true, timeout: patienceMs });
  try {
    closeSync(openSync(copy, 'wx', 0o600));
    await backup(site, copy, { rate: allPages });
  } finally {
    site.close();
  }
  const database = new DatabaseSync(copy, { readOnly: true });
  const close = async () => database.close();
  try {
    const found = String(database.prepare('pragma integrity_check(1)').get()?.integrity_check);
    if (found !== 'ok') {
      throw new StorageError(
        `The database ${file} is damaged: ${found.replaceAll('\n', ' ')}. Keep the backups that you have.`,
      );
    }
    return {
      engine: 'sqlite',
      steps: sqliteSteps(database),
      tables: keptTables(sqliteTables(database)),
      batches: (table) => sqliteBatches(database, table),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openPostgresSnapshot(url: string): Promise<RowSource> {
  const { connectPostgres } = await import('./postgres-client.ts');
  const client = await connectPostgres(url);
  const close = () => client.end();
  try {
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      const source = await snapshotOf(client, close);
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
 * The tables are locked before the snapshot is taken: a migration that ended in between would make one that it wrote anew
 * look empty. Such locks keep nobody from reading or writing. Undefined where one ended before.
 */
async function snapshotOf(client: pg.Client, close: () => Promise<void>) {
  const before = keptTables(await postgresTables(client));
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
  const tables = keptTables(await postgresTables(client));
  if (JSON.stringify(tables) !== JSON.stringify(before)) return undefined;
  return {
    engine: 'postgres' as const,
    steps: await postgresSteps(client),
    tables,
    batches: (table: (typeof tables)[number]) => postgresBatches(client, table),
    close,
  };
}
