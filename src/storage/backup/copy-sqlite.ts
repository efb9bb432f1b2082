import { closeSync, openSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { syncFile } from '../../platform/files/sync-to-disk.ts';
import { StorageError } from '../storage.ts';

/** Lock timeout in milliseconds; the site holds each lock for one write only. */
const patienceMs = 30_000;
/**
 * All pages in one step. With several steps, SQLite restarts the copy whenever another process has written since the
 * last step, so on a busy site the copy would never finish.
 */
const allPages = 2 ** 31 - 1;

/**
 * Copies a snapshot of the database to a new file that only its owner can read, synced to the disk. Throws
 * `StorageError` if the database is damaged.
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
    // WAL mode would add two more files.
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
