import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { recordCommit } from '../../platform/http/answers/commit-tracking.ts';
import { type AppliedStep, sqliteAppliedSteps } from '../applied-steps.ts';
import { createChangeListeners } from '../change-listeners.ts';
import { isMigrated, migrate } from '../migrate.ts';
import type { Schema } from '../schema.ts';
import { createSchemaWatch, type SchemaWatch, watchedDialect } from '../schema-watch.ts';
import { type Storage, StorageError } from '../storage.ts';
import type { OpeningOptions } from '../upgrade-hooks.ts';
import { type ChangeFeed, createChangeFeed } from './change-feed.ts';
import { createSqliteHistory } from './change-history.ts';
import { sqliteDialect, whileBusy } from './dialect.ts';
import { keepPrivate, makePrivateFolder } from './private-files.ts';
import { createWriteGroups } from './write-groups.ts';

/**
 * Makes `watch` check the steps whenever the file's schema has changed since the last call; synchronous, microseconds.
 */
function lookAtSchema(database: DatabaseSync, watch: SchemaWatch): () => void {
  const version = database.prepare('pragma schema_version');
  const read = () => Number(version.get()?.schema_version);
  let seen = read();
  return () => {
    const now = read();
    if (now !== seen) watch.judge(sqliteAppliedSteps(database));
    seen = now;
    watch.assertKnown();
  };
}

/** Older versions can corrupt a WAL database (sqlite.org/wal.html, "the WAL-reset bug"). */
const oldestSafeVersion = '3.51.3';
/** Files up to this size are checked page by page at each start: about 0.1 s for 100 MiB. */
const checkedBytesMax = 256 * 1_024 * 1_024;
/** Up to this size each index is also compared with its table: about 0.25 s. */
const comparedBytesMax = 32 * 1_024 * 1_024;
const emptyingAttempts = 20;
const emptyingPauseMs = 50;
/** SQLite's own 2 MiB don't hold the upper pages of a grown site's indexes; each connection takes it as it fills. */
const pageCacheKib = 8 * 1_024;

/** Opens the SQLite database `file`, creates or migrates it, and makes it lose nothing on power failure. */
export async function openSqlite(
  file: string,
  { onWarning = () => {}, onNewerSchema, upgrade }: OpeningOptions = {},
): Promise<Storage> {
  assertUsable(file);
  const opened: [Kysely<Schema>, DatabaseSync][] = [];

  let readSteps = (): readonly AppliedStep[] => [];
  const watch = createSchemaWatch(async () => readSteps(), onNewerSchema);
  let onBegin = () => {};

  async function open(isReadOnly: boolean): Promise<[Kysely<Schema>, DatabaseSync]> {
    const database = await connect(file, isReadOnly);
    const dialect = watchedDialect(sqliteDialect(database), watch, () => onBegin());
    const db = new Kysely<Schema>({ dialect });
    opened.unshift([db, database]);
    return [db, database];
  }

  async function close(): Promise<void> {
    for (const [db, database] of opened) {
      await db.destroy();
      // Kysely doesn't close a connection that was never used; an open one would keep the write-ahead log.
      if (database.isOpen) database.close();
    }
  }

  try {
    keepPrivate(file, onWarning);
    const [writer, writing] = await open(false);
    await assertWritable(writing);
    assertSound(file, writing);
    await migrate(writer, 'sqlite', upgrade);
    // The check reads every page, and leaves as many as are kept: 8 MiB that no write needs.
    writing.exec('pragma shrink_memory');
    // Detects another process's migration at the beginning of each write.
    onBegin = lookAtSchema(writing, watch);
    const [reader, reading] = await open(true);
    readSteps = () => sqliteAppliedSteps(reading);
    const assertKnownSchema = lookAtSchema(reading, watch);
    return storageOf({
      writer,
      reader,
      watch,
      assertKnownSchema,
      // Tables change by a commit.
      changes: createChangeFeed(reading, assertKnownSchema),
      changesSince: createSqliteHistory(reading),
      close,
    });
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

interface StorageParts extends Pick<Storage, 'assertKnownSchema' | 'changesSince' | 'close'> {
  readonly writer: Kysely<Schema>;
  readonly reader: Kysely<Schema>;
  readonly watch: SchemaWatch;
  readonly changes: ChangeFeed;
}

function storageOf(parts: StorageParts): Storage {
  const { writer, reader, watch, changes, changesSince, assertKnownSchema, close } = parts;
  const listeners = createChangeListeners();
  const checkForChanges = () => {
    watch.assertKnown();
    listeners.notify(changes.next());
  };
  const writeInGroup = createWriteGroups(writer);
  return {
    engine: 'sqlite',
    reader,
    writer,
    async write(work) {
      const result = await writeInGroup(work);
      recordCommit();
      listeners.notify(changes.next());
      return result;
    },
    onChange: listeners.add,
    checkForChanges,
    node: undefined,
    async catchUp() {
      checkForChanges();
      return true;
    },
    changesSince,
    assertKnownSchema,
    async assertReady() {
      await watch.look();
      if (!(await isMigrated(reader, 'sqlite')))
        throw new StorageError('The database is not migrated.');
      await writer.transaction().execute(async (db) => {
        await db.updateTable('changes').set({ tag: '' }).where('seq', '=', 0).execute();
      });
    },
    replicaStatus: () => undefined,
    forgetDeleted: () => emptyLog(writer),
    close,
  };
}

/**
 * Checkpoints and truncates the write-ahead log, which holds pages from before a deletion until then. A reader in
 * another process can delay it for a moment.
 */
async function emptyLog(writer: Kysely<Schema>): Promise<void> {
  for (let attempt = 1; attempt <= emptyingAttempts; attempt += 1) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(writer);
    if (rows[0]?.busy === 0) return;
    await wait(emptyingPauseMs);
  }
}

async function connect(file: string, isReadOnly: boolean): Promise<DatabaseSync> {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 0 });
  try {
    // Switching a new file to WAL mode needs exclusive access, and another process may be starting on it too.
    await whileBusy(() => database.exec('pragma journal_mode = wal'));
    database.exec('pragma synchronous = full');
    // Overwrites deleted content, also in freed pages: an e-mail address must go with its account.
    database.exec('pragma secure_delete = on');
    database.exec(`pragma cache_size = -${pageCacheKib}`);
    if (isReadOnly) database.exec('pragma query_only = on');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** SQLite also opens a read-only file and fails only at the first write: detect it at start. */
async function assertWritable(database: DatabaseSync): Promise<void> {
  await whileBusy(() => database.exec('begin immediate'));
  try {
    database.exec('pragma user_version = 0');
  } finally {
    database.exec('rollback');
  }
}

/**
 * Refuses a damaged file before anything is written to it. SQLite has no page checksums: a changed letter in a text is
 * not detected, an inconsistent page or index is.
 */
function assertSound(file: string, database: DatabaseSync): void {
  const { size } = statSync(file);
  if (size > checkedBytesMax) return;
  const check = size > comparedBytesMax ? 'quick_check' : 'integrity_check';
  const found = String(database.prepare(`pragma ${check}(1)`).get()?.[check]);
  if (found !== 'ok') throw new Error(`it is damaged: ${found.replaceAll('\n', ' ')}`);
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
    makePrivateFolder(folder);
    // SQLite creates its log beside the file, so the folder must be writable even if the file exists.
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
