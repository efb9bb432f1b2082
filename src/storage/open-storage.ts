import path from 'node:path';
import type { PostgresOptions } from './postgres/open-postgres.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';
import type { Storage } from './storage.ts';

export interface StorageOptions extends Omit<PostgresOptions, 'url'> {
  /** Folder of the SQLite file; used when `databaseUrl` is not set. */
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
}

/** Path of the SQLite file in a data folder. */
export function databaseFile(dataDir: string): string {
  return path.join(dataDir, 'content-hub.sqlite');
}

/** Opens PostgreSQL if a URL is given, else SQLite in the data folder. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  if (!options.databaseUrl) {
    return openSqlite(databaseFile(options.dataDir), options);
  }
  // Loaded only if needed.
  const { openPostgres } = await import('./postgres/open-postgres.ts');
  return openPostgres({ ...options, url: options.databaseUrl });
}
