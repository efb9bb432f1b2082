import type { RowTarget } from '../../../storage/backup/row-target.ts';
import type { Reader } from '../../../storage/storage.ts';

export interface SiteOptions {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  /** Suffix of the names of files moved aside: lower-case letters and digits. */
  readonly stamp: string;
}

/** The database and pictures of a stopped site, and their replacements. */
export interface SiteInPlace {
  /** Description for messages. */
  readonly place: string;
  /** Throws `BackupError` while the site runs or another program uses its database. */
  assertStopped(): Promise<void>;
  /** Whether the place has neither data nor pictures that a restore would replace. */
  isEmpty(): Promise<boolean>;
  /** The current database, read-only; undefined where it doesn't exist or is of another version. */
  openReplaced(): Promise<{ readonly db: Reader; close(): Promise<void> } | undefined>;
  /** Folder of the new pictures before the swap. */
  readonly newPictures: string;
  /** Creates a new database next to the current one. */
  makeDatabase(lastStep: string): Promise<RowTarget>;
  /**
   * Swaps the new database and pictures in and moves the former ones aside. Resolves to their place; undefined where
   * there were none.
   */
  swap(): Promise<string | undefined>;
  /** Deletes replacements that were not swapped in. */
  close(): Promise<void>;
}

/** PostgreSQL where a URL is given, else SQLite in the data folder; the pictures are in the folder in both cases. */
export async function openSite(options: SiteOptions): Promise<SiteInPlace> {
  const { databaseUrl } = options;
  if (databaseUrl) {
    const { openPostgresSite } = await import('./postgres-in-place.ts');
    return openPostgresSite({ ...options, databaseUrl });
  }
  const { openSqliteSite } = await import('./sqlite-in-place.ts');
  return openSqliteSite(options);
}
