import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { createChangeListeners } from './change-listeners.ts';
import { isMigrated, migrate } from './migrate.ts';
import type { Schema } from './schema.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { everything, type Storage } from './storage.ts';
import { StorageError } from './storage-error.ts';

/** Older versions can corrupt a WAL database (sqlite.org/wal.html, "the WAL-reset bug"). */
const oldestSafeVersion = '3.51.3';
/** Change rows kept for other processes; whoever is further behind takes everything as changed. */
const changesKept = 10_000;

/** Opens the SQLite database `file`, makes or migrates it, and sets it to lose nothing on power failure. */
export async function openSqlite(file: string): Promise<Storage> {
  assertUsable(file);
  const writing = connect(file, false);
  const writer = new Kysely<Schema>({ dialect: sqliteDialect(writing) });
  try {
    await migrate(writer, 'sqlite');
  } catch (error) {
    await writer.destroy();
    throw error;
  }
  const reading = connect(file, true);
  const reader = new Kysely<Schema>({ dialect: sqliteDialect(reading) });
  const listeners = createChangeListeners();
  const changes = changeFeed(reading);

  function checkForChanges(): void {
    listeners.tell(changes.next());
  }

  return {
    engine: 'sqlite',
    reader,
    writer,
    async write(work) {
      const result = await writer.transaction().execute(async (db) => {
        const touched = new Set<string>();
        const value = await work({ db, touch: (...tags) => tags.forEach((tag) => touched.add(tag)) });
        if (touched.size > 0) {
          await db
            .insertInto('changes')
            .values([...touched].map((tag) => ({ tag })))
            .execute();
          await db
            .deleteFrom('changes')
            .where('seq', '<', (eb) =>
              eb.selectFrom('changes').select((row) => row(row.fn.max('seq'), '-', changesKept).as('seq')),
            )
            .execute();
        }
        return value;
      });
      checkForChanges();
      return result;
    },
    onChange: listeners.add,
    checkForChanges,
    async assertReady() {
      if (!(await isMigrated(reader))) throw new StorageError('The database is not migrated.');
      await writer.transaction().execute(async (db) => {
        await db.updateTable('people').set({ name: '' }).where('id', '=', '').execute();
      });
    },
    async close() {
      await reader.destroy();
      await writer.destroy();
    },
  };
}

function connect(file: string, isReadOnly: boolean): DatabaseSync {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 0 });
  database.exec('pragma journal_mode = wal; pragma synchronous = full;');
  if (isReadOnly) database.exec('pragma query_only = on');
  return database;
}

/** What has been committed since the last look, whoever did it. */
function changeFeed(database: DatabaseSync): { next(): readonly string[] } {
  const dataVersion = database.prepare('pragma data_version');
  const newest = database.prepare('select coalesce(max(seq), 0) as seq from changes');
  const since = database.prepare('select seq, tag from changes where seq > ? order by seq');
  let seenVersion = Number(dataVersion.get()?.data_version);
  let seenSeq = Number(newest.get()?.seq);
  return {
    next() {
      const version = Number(dataVersion.get()?.data_version);
      if (version === seenVersion) return [];
      seenVersion = version;
      const rows = since.all(seenSeq);
      const first = rows[0];
      if (!first) return [];
      const hasGap = Number(first.seq) > seenSeq + 1;
      seenSeq = Number(rows.at(-1)?.seq);
      return hasGap ? [everything] : [...new Set(rows.map((row) => String(row.tag)))];
    },
  };
}

function assertUsable(file: string): void {
  const version = process.versions.sqlite ?? '0';
  if (version.localeCompare(oldestSafeVersion, undefined, { numeric: true }) < 0) {
    throw new StorageError(`This Node carries SQLite ${version}; ${oldestSafeVersion} or newer is needed.`);
  }
  const folder = path.dirname(file);
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(existsSync(file) ? file : folder, constants.R_OK | constants.W_OK);
  } catch (cause) {
    throw new StorageError(
      `The data folder ${folder} can't be written. Set DATA_DIR to a folder that this user may write.`,
      { cause },
    );
  }
}
