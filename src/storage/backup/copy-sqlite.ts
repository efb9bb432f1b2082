import { closeSync, openSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { syncFile } from '../../platform/files/sync-to-disk.ts';
import { StorageError } from '../storage.ts';

/** How long the site's own locks are waited for, in milliseconds; they are held for a write each. */
const patienceMs = 30_000;
/**
 * All pages in one step. Of several, each begins anew where another process has written since the last: on a site that is
 * in use a copy in steps never ends.
 */
const allPages = 2 ** 31 - 1;

/**
 * Copies a database as it stands at this instant to a new file, for its owner alone and through to the disk. Throws
 * `StorageError` where it is damaged.
 */
export async function copySqlite(file: string, copy: string): Promise<void> {
  const site = new DatabaseSync(file, { readOnly: true, timeout: patienceMs });
  try {
    closeSync(openSync(copy, 'wx', 0o600));
    await backup(site, copy, { rate: allPages });
  } finally {
    site.close();
  }
  const database = new DatabaseSync(copy);
  try {
    // With a log it would be two files more.
    database.exec('pragma journal_mode = delete');
    const found = String(database.prepare('pragma integrity_check(1)').get()?.integrity_check);
    if (found !== 'ok') {
      throw new StorageError(
        `The database ${file} is damaged: ${found.replaceAll('\n', ' ')}. Keep the backups that you have.`,
      );
    }
  } finally {
    database.close();
  }
  await syncFile(copy);
}
