import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { syncFile, syncFolder } from '../../../platform/files/sync-to-disk.ts';
import { keptTables, quoted } from '../../../storage/backup/kept-tables.ts';
import { sqliteSteps, sqliteTables } from '../../../storage/backup/row-source.ts';
import { createSqliteTarget } from '../../../storage/backup/sqlite-target.ts';
import { stepNames } from '../../../storage/migrate.ts';
import { databaseFile } from '../../../storage/open-storage.ts';
import type { Schema } from '../../../storage/schema.ts';
import { resultCodeOf, sqliteDialect } from '../../../storage/sqlite/dialect.ts';
import { notInBackups } from '../../features.ts';
import { BackupError } from '../backup-format.ts';
import { isEmptyFolder, moveInto, placesIn } from './pictures-in-place.ts';
import type { SiteInPlace, SiteOptions } from './site-in-place.ts';

/** Files that SQLite keeps next to an open database. */
const companions = ['-wal', '-shm'];
/** SQLITE_BUSY. */
const busy = 5;

/**
 * Throws while another process has the database open: only a sole user can checkpoint the log. After that the file is
 * complete and can be moved alone.
 */
function becomeAlone(file: string): void {
  if (!existsSync(file)) return;
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('pragma journal_mode = delete');
  } catch (error) {
    // A damaged database is moved aside together with its log.
    if (resultCodeOf(error) !== busy) return;
    throw new BackupError(
      'The site runs, or another program has its database open. Stop it first: what it writes now would be lost.',
      { cause: error },
    );
  } finally {
    database.close();
  }
}

function hasRows(file: string): boolean {
  if (!existsSync(file)) return false;
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return keptTables(sqliteTables(database), notInBackups).some(
      ({ name }) => database.prepare(`select 1 from ${quoted(name)} limit 1`).get() !== undefined,
    );
  } catch {
    // An unreadable file may be a database: treat it as one.
    return true;
  } finally {
    database.close();
  }
}

export async function openSqliteSite({ dataDir, stamp }: SiteOptions): Promise<SiteInPlace> {
  const file = databaseFile(dataDir);
  const { pictures, newPictures, aside } = placesIn(dataDir, stamp);
  const coming = `${file}.restoring`;
  const removeComing = async () => {
    await rm(coming, { force: true });
    await rm(newPictures, { recursive: true, force: true });
  };
  return {
    place: dataDir,
    newPictures,
    async assertStopped() {
      becomeAlone(file);
    },
    async openReplaced() {
      if (!existsSync(file)) return undefined;
      const database = new DatabaseSync(file, { readOnly: true });
      if (sqliteSteps(database).at(-1) !== stepNames.at(-1)) {
        database.close();
        return undefined;
      }
      const db = new Kysely<Schema>({ dialect: sqliteDialect(database) });
      return {
        db,
        async close() {
          await db.destroy();
          if (database.isOpen) database.close();
        },
      };
    },
    isEmpty: async () => !hasRows(file) && (await isEmptyFolder(pictures)),
    async makeDatabase(lastStep) {
      await rm(coming, { force: true });
      return createSqliteTarget(coming, lastStep, notInBackups);
    },
    async swap() {
      await syncFile(coming);
      // No pause between these renames: a site that starts in between would create a new database.
      const moved = [await moveInto(aside, file)];
      for (const end of companions) moved.push(await moveInto(aside, `${file}${end}`));
      await rename(coming, file);
      moved.push(await moveInto(aside, pictures));
      await rename(newPictures, pictures);
      await syncFolder(dataDir);
      return moved.includes(true) ? aside : undefined;
    },
    close: removeComing,
  };
}
