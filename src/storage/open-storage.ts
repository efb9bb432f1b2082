import path from 'node:path';
import { openPostgres } from './postgres/open-postgres.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';
import type { Storage } from './storage.ts';

export interface StorageOptions {
  /** Folder of the SQLite file; used when `databaseUrl` is not set. */
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  readonly replicaUrl?: string | undefined;
  /** Where processes of this machine that share `databaseUrl` tell each other of commits; SQLite's file does it itself. */
  readonly siblingsFile?: string | undefined;
  readonly onConnectionError: (error: Error) => void;
  /** Told of what the operator should put right, though it can be worked with. */
  readonly onWarning?: (message: string) => void;
}

/** PostgreSQL where a URL names one, else SQLite in the data folder. */
export function openStorage(options: StorageOptions): Promise<Storage> {
  return options.databaseUrl
    ? openPostgres({
        url: options.databaseUrl,
        replicaUrl: options.replicaUrl,
        siblingsFile: options.siblingsFile,
        onConnectionError: options.onConnectionError,
        onWarning: options.onWarning,
      })
    : openSqlite(path.join(options.dataDir, 'content-hub.sqlite'), options.onWarning);
}
