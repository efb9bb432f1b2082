import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { migrateTo, stepNames } from '../migrate.ts';
import { createPool } from '../postgres/pool.ts';
import type { Schema } from '../schema.ts';
import { keptTables, type NotInBackups, quoted, quotedList, type Table } from './kept-tables.ts';
import { connectPostgres } from './postgres-client.ts';
import { postgresBatches, postgresSteps, postgresTables } from './row-source.ts';
import type { Row } from './row-tally.ts';
import type { RowTarget } from './row-target.ts';

/** Values per statement; PostgreSQL allows at most 65,535. */
const valuesMax = 20_000;

interface Constraint {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

async function foreignKeys(client: pg.Client): Promise<readonly Constraint[]> {
  const { rows } = await client.query<Constraint>(
    `select r.relname as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_class r on r.oid = c.conrelid
     where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`,
  );
  return rows;
}

async function migrateSchema(
  url: string,
  schema: string,
  last: string,
  settle?: (db: Kysely<Schema>) => Promise<void>,
): Promise<void> {
  const pool = createPool(url, () => {}, {
    max: 1,
    statement_timeout: 0,
    options: `-c search_path=${schema}`,
  });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrateTo(db, 'postgres', last, schema);
    await settle?.(db);
  } finally {
    await db.destroy();
  }
}

async function insert(client: pg.Client, { name, columns }: Table, rows: readonly Row[]) {
  const most = Math.max(1, Math.floor(valuesMax / columns.length));
  for (let start = 0; start < rows.length; start += most) {
    const some = rows.slice(start, start + most);
    let place = 0;
    const places = some.map((row) => `(${row.map(() => `$${++place}`).join(', ')})`);
    await client.query(
      `insert into ${quoted(name)} (${quotedList(columns)}) values ${places.join(', ')}`,
      some.flat(),
    );
  }
}

/** Sets each sequence to continue after the highest inserted value. */
async function setCounters(client: pg.Client, tables: readonly Table[]): Promise<void> {
  for (const { name, columns } of tables) {
    for (const column of columns) {
      const { rows } = await client.query<{ counter: string | null }>(
        'select pg_get_serial_sequence(quote_ident($1), $2) as counter',
        [name, column],
      );
      const counter = rows[0]?.counter;
      if (!counter) continue;
      await client.query(
        `select setval($1, last) from (select max(${quoted(column)}) as last from ${quoted(name)}) t
         where last is not null`,
        [counter],
      );
    }
  }
}

/**
 * The tables as they were after the step `last`, in an existing empty schema. The caller ensures that the schema's name
 * has only lower-case letters, digits and `_`.
 */
export async function createPostgresTarget(
  url: string,
  schema: string,
  last: string,
  notInBackups: NotInBackups,
): Promise<RowTarget> {
  await migrateSchema(url, schema, last);
  const client = await connectPostgres(url, schema);
  try {
    const tables = keptTables(await postgresTables(client), notInBackups);
    const constraints = await foreignKeys(client);
    for (const { table, name } of constraints) {
      await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`);
    }
    for (const { name } of tables) {
      await client.query(`alter table ${quoted(name)} disable trigger user`);
      await client.query(`delete from ${quoted(name)}`);
    }
    return {
      insert: (table, rows) => insert(client, table, rows),
      async finish() {
        for (const { table, name, definition } of constraints) {
          await client.query(
            `alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`,
          );
        }
        for (const { name } of tables) {
          await client.query(`alter table ${quoted(name)} enable trigger user`);
        }
        await setCounters(client, tables);
        await client.query('analyze');
      },
      source: {
        engine: 'postgres',
        steps: await postgresSteps(client),
        tables,
        async *batches(table) {
          await client.query('begin read only');
          yield* postgresBatches(client, table);
          await client.query('commit');
        },
        async close() {},
      },
      migrate: (settle) => migrateSchema(url, schema, stepNames.at(-1) ?? last, settle),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}
