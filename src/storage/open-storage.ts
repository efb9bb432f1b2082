import path from 'node:path';
import { openSqlite } from './sqlite/open-sqlite.ts';
import type { Storage } from './storage.ts';
import type { UpgradeHooks } from './upgrade-hooks.ts';

export interface StorageOptions {
  /** Folder of the SQLite file; used when `databaseUrl` is not set. */
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  readonly replicaUrl?: string | undefined;
  /** Where processes of this machine that share `databaseUrl` tell each other of commits; SQLite's file does it itself. */
  readonly siblingsFile?: string | undefined;
  readonly onConnectionError: (error: Error) => void;
  /** Called with what the operator should fix, though the site can work with it. */
  readonly onWarning?: (message: string) => void;
  /** Told once, in a sentence, that a newer version has migrated the database under this process. */
  readonly onNewerSchema?: ((sentence: string) => void) | undefined;
  /** Told, in a sentence, that the replica is lost or far behind, and when it is well again. */
  readonly onReplica?: ((sentence: string, isWell: boolean) => void) | undefined;
  /** For a database of an older version; without them one whose texts have to be rewritten is refused. */
  readonly upgrade?: UpgradeHooks | undefined;
}

/** Where SQLite's file is in a data folder. */
export function databaseFile(dataDir: string): string {
  return path.join(dataDir, 'content-hub.sqlite');
}

/** PostgreSQL where a URL names one, else SQLite in the data folder. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  if (!options.databaseUrl) {
    return openSqlite(databaseFile(options.dataDir), options);
  }
  // Loaded by who has one.
  const { openPostgres } = await import('./postgres/open-postgres.ts');
  return openPostgres({
    url: options.databaseUrl,
    replicaUrl: options.replicaUrl,
    siblingsFile: options.siblingsFile,
    onConnectionError: options.onConnectionError,
    onWarning: options.onWarning,
    onNewerSchema: options.onNewerSchema,
    onReplica: options.onReplica,
    upgrade: options.upgrade,
  });
}
