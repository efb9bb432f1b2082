import type { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import type { Engine } from '../storage.ts';
import { quoted, quotedList, type Table } from './kept-tables.ts';
import { createTally, lineOf, type Row, type Tally } from './row-tally.ts';

/** Rows of one table in memory at once. */
const rowsAtOnce = 500;

/** A snapshot of a database, for reading. */
export interface RowSource {
  readonly engine: Engine;
  /** Names of the applied migrations, in their order. */
  readonly steps: readonly string[];
  readonly tables: readonly Table[];
  /** All rows of a table, in batches. */
  batches(table: Table): AsyncIterable<readonly Row[]>;
  close(): Promise<void>;
}

/** Computes a table's tally by reading all rows. */
export async function tallyOf(source: RowSource, table: Table): Promise<Tally> {
  const tally = createTally();
  for await (const rows of source.batches(table)) for (const row of rows) tally.add(lineOf(row));
  return tally.result();
}

function selectAll({ name, columns }: Table): string {
  return `select ${quotedList(columns)} from ${quoted(name)}`;
}

export async function* sqliteBatches(
  database: DatabaseSync,
  table: Table,
): AsyncGenerator<readonly Row[]> {
  const statement = database.prepare(selectAll(table));
  statement.setReturnArrays(true);
  let rows: Row[] = [];
  for (const row of statement.iterate()) {
    rows.push(row as unknown as Row);
    if (rows.length < rowsAtOnce) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

export function sqliteTables(database: DatabaseSync): readonly Table[] {
  const rows = database
    .prepare(
      `select m.name as name, c.name as column_name
       from sqlite_master m join pragma_table_xinfo(m.name) c
       where m.type = 'table' and m.name not like 'sqlite~_%' escape '~' and c.hidden = 0`,
    )
    .all() as unknown as readonly ColumnRow[];
  return tablesOf(rows);
}

export function sqliteSteps(database: DatabaseSync): readonly string[] {
  const isThere = database
    .prepare(`select 1 from sqlite_master where name = 'kysely_migration'`)
    .get();
  if (!isThere) return [];
  return database
    .prepare('select name from kysely_migration order by name')
    .all()
    .map(({ name }) => String(name));
}

interface ColumnRow {
  readonly name: string;
  readonly column_name: string;
}

function tablesOf(rows: readonly ColumnRow[]): readonly Table[] {
  const all = Map.groupBy(rows, ({ name }) => name);
  return [...all].map(([name, own]) => ({
    name,
    columns: own.map(({ column_name }) => column_name),
  }));
}

/** Uses a cursor within a transaction: otherwise the driver would hold a whole table in memory. */
export async function* postgresBatches(
  client: pg.Client,
  table: Table,
): AsyncGenerator<readonly Row[]> {
  await client.query(`declare backup_rows no scroll cursor for ${selectAll(table)}`);
  for (;;) {
    const { rows } = await client.query<(string | number | null)[]>({
      text: `fetch ${rowsAtOnce} from backup_rows`,
      rowMode: 'array',
    });
    if (rows.length === 0) break;
    yield rows;
  }
  await client.query('close backup_rows');
}

/** Tables of the connection's schema only: a restore may have moved other tables to a schema beside it. */
export async function postgresTables(client: pg.Client): Promise<readonly Table[]> {
  const { rows } = await client.query<ColumnRow>(
    `select c.relname as name, a.attname as column_name
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
  );
  return tablesOf(rows);
}

export async function postgresSteps(client: pg.Client): Promise<readonly string[]> {
  const { rows: found } = await client.query(
    `select 1 from pg_class where relname = 'kysely_migration'
     and relnamespace = current_schema()::regnamespace`,
  );
  if (found.length === 0) return [];
  const { rows } = await client.query<{ name: string }>(
    'select name from kysely_migration order by name',
  );
  return rows.map(({ name }) => name);
}
