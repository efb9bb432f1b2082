import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, type Transaction } from 'kysely';
import { createChangeListeners } from './change-listeners.ts';
import { isMigrated, migrate } from './migrate.ts';
import type { Schema } from './schema.ts';
import { sqliteDialect, whileBusy } from './sqlite-dialect.ts';
import { everything, type Storage, StorageError } from './storage.ts';

/** Older versions can corrupt a WAL database (sqlite.org/wal.html, "the WAL-reset bug"). */
const oldestSafeVersion = '3.51.3';
/** Change rows kept for other processes; whoever is further behind takes everything as changed. */
const changesKept = 10_000;

/** Opens the SQLite database `file`, makes or migrates it, and sets it to lose nothing on power failure. */
export async function openSqlite(file: string): Promise<Storage> {
  assertUsable(file);
  const opened: Kysely<Schema>[] = [];

  async function open(isReadOnly: boolean): Promise<[Kysely<Schema>, DatabaseSync]> {
    const database = await connect(file, isReadOnly);
    const db = new Kysely<Schema>({ dialect: sqliteDialect(database) });
    opened.unshift(db);
    return [db, database];
  }

  async function close(): Promise<void> {
    for (const db of opened) await db.destroy();
  }

  try {
    const [writer] = await open(false);
    await migrate(writer, 'sqlite');
    const [reader, reading] = await open(true);
    return storageOf(writer, reader, changeFeed(reading), close);
  } catch (error) {
    await close();
    if (error instanceof StorageError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StorageError(
      `The database ${file} can't be used (${reason}). Put a backup in its place, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

function storageOf(
  writer: Kysely<Schema>,
  reader: Kysely<Schema>,
  changes: ChangeFeed,
  close: () => Promise<void>,
): Storage {
  const listeners = createChangeListeners();
  const checkForChanges = () => listeners.tell(changes.next());
  return {
    engine: 'sqlite',
    reader,
    writer,
    async write(work) {
      const result = await writer.transaction().execute(async (db) => {
        const touched = new Set<string>();
        const value = await work({
          db,
          touch(...tags) {
            for (const tag of tags) touched.add(tag);
          },
        });
        if (touched.size > 0) await recordChanges(db, [...touched]);
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
        await db.updateTable('changes').set({ tag: '' }).where('seq', '=', 0).execute();
      });
    },
    close,
  };
}

async function recordChanges(db: Transaction<Schema>, tags: readonly string[]): Promise<void> {
  await db
    .insertInto('changes')
    .values(tags.map((tag) => ({ tag })))
    .execute();
  const newest = db
    .selectFrom('changes')
    .select((row) => row(row.fn.max('seq'), '-', changesKept).as('seq'));
  await db.deleteFrom('changes').where('seq', '<', newest).execute();
}

async function connect(file: string, isReadOnly: boolean): Promise<DatabaseSync> {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 0 });
  try {
    // Turning a new file to WAL needs it alone, and another process may be starting on it too.
    await whileBusy(() => database.exec('pragma journal_mode = wal'));
    database.exec('pragma synchronous = full');
    if (isReadOnly) database.exec('pragma query_only = on');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

interface ChangeFeed {
  next(): readonly string[];
}

/** What has been committed since the last look, whoever did it. */
function changeFeed(database: DatabaseSync): ChangeFeed {
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
    throw new StorageError(
      `This Node carries SQLite ${version}; ${oldestSafeVersion} or newer is needed.`,
    );
  }
  const folder = path.dirname(file);
  try {
    mkdirSync(folder, { recursive: true });
    // SQLite lays its log beside the file, so the folder counts even where the file is there already.
    for (const needed of existsSync(file) ? [folder, file] : [folder]) {
      accessSync(needed, constants.R_OK | constants.W_OK);
    }
  } catch (cause) {
    throw new StorageError(
      `The data folder ${folder} or what is in it can't be written. Set DATA_DIR to a folder that this user may write.`,
      { cause },
    );
  }
}
