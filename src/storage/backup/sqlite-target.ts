import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { migrateTo, stepNames } from '../migrate.ts';
import type { Schema } from '../schema.ts';
import { sqliteDialect } from '../sqlite/dialect.ts';
import { StorageError } from '../storage.ts';
import { keptTables, type NotInBackups, quoted, quotedList } from './kept-tables.ts';
import { sqliteBatches, sqliteSteps, sqliteTables } from './row-source.ts';
import type { RowTarget } from './row-target.ts';

interface Trigger {
  readonly name: string;
  readonly sql: string;
}

/**
 * Creates a SQLite file with the tables as they were after the step `last`. Writes aren't synced: a caller that keeps
 * the file syncs it after `close`.
 */
export async function createSqliteTarget(
  file: string,
  last: string,
  notInBackups: NotInBackups,
): Promise<RowTarget> {
  closeSync(openSync(file, 'wx', 0o600));
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  database.exec('pragma journal_mode = off; pragma synchronous = off; pragma secure_delete = off');
  const db = new Kysely<Schema>({ dialect: sqliteDialect(database) });
  // In memory rather than off, so that a failed step is rolled back.
  database.exec('pragma journal_mode = memory');
  await migrateTo(db, 'sqlite', last);
  const triggers = database
    .prepare(`select name, sql from sqlite_master where type = 'trigger'`)
    .all() as unknown as readonly Trigger[];
  for (const { name } of triggers) database.exec(`drop trigger ${quoted(name)}`);
  const tables = keptTables(sqliteTables(database), notInBackups);
  // The backup contains the rows that migrations insert, in their latest state.
  for (const { name } of tables) database.exec(`delete from ${quoted(name)}`);

  function assertSound(): void {
    const broken = database.prepare('pragma foreign_key_check').get();
    if (broken) throw new StorageError(`Rows of ${broken.table} name rows that aren't there.`);
    const found = String(database.prepare('pragma integrity_check(1)').get()?.integrity_check);
    if (found !== 'ok') throw new StorageError(`The database that was made is damaged: ${found}`);
  }

  return {
    async insert({ name, columns }, rows) {
      const places = columns.map(() => '?').join(', ');
      const statement = database.prepare(
        `insert into ${quoted(name)} (${quotedList(columns)}) values (${places})`,
      );
      database.exec('begin');
      for (const row of rows) statement.run(...row);
      database.exec('commit');
    },
    async finish() {
      for (const { sql } of triggers) database.exec(sql);
      assertSound();
    },
    source: {
      engine: 'sqlite',
      steps: sqliteSteps(database),
      tables,
      batches: (table) => sqliteBatches(database, table),
      async close() {},
    },
    async migrate(settle) {
      database.exec('pragma foreign_keys = on');
      await migrateTo(db, 'sqlite', stepNames.at(-1) ?? last);
      await settle(db);
      assertSound();
    },
    async close() {
      await db.destroy();
      if (database.isOpen) database.close();
    },
  };
}
