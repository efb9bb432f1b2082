import type { RowTarget } from '../../../storage/backup/row-target.ts';
import type { Reader } from '../../../storage/storage.ts';

export interface SiteOptions {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  /** Part of the names of what is moved aside: lower-case letters and digits. */
  readonly stamp: string;
}

/** The database and the pictures of a site that doesn't run, and what is to take their place. */
export interface SiteInPlace {
  /** In words. */
  readonly place: string;
  /** Throws `BackupError` while the site runs, or anybody else works with its database. */
  assertStopped(): Promise<void>;
  /** Whether there is nothing that a backup would take the place of. */
  isEmpty(): Promise<boolean>;
  /** The database that is there, only to be read; undefined where none is, or it is of another version. */
  openReplaced(): Promise<{ readonly db: Reader; close(): Promise<void> } | undefined>;
  /** Where the new pictures are put until they take their place. */
  readonly newPictures: string;
  /** Makes a new database beside the one that is there. */
  makeDatabase(lastStep: string): Promise<RowTarget>;
  /** Puts the new ones in place, what was there aside. Resolves to where that is; undefined where nothing was. */
  swap(): Promise<string | undefined>;
  /** Takes away what has not taken its place. */
  close(): Promise<void>;
}

/** PostgreSQL where a URL names one, else SQLite in the data folder; the pictures are in the folder either way. */
export async function openSite(options: SiteOptions): Promise<SiteInPlace> {
  const { databaseUrl } = options;
  if (databaseUrl) {
    const { openPostgresSite } = await import('./postgres-in-place.ts');
    return openPostgresSite({ ...options, databaseUrl });
  }
  const { openSqliteSite } = await import('./sqlite-in-place.ts');
  return openSqliteSite(options);
}
