import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { measureQuery } from '../../platform/telemetry/durations.ts';

const SQLITE_BUSY = 5;
const preparedStatementsKept = 500;
/** Longer statements are prepared anew each time: one of 200 arms holds 0.8 MiB of memory, and few are alike. */
const keptLengthMax = 2_048;
/** How long a writer waits for another process before it gives up. */
const busyTimeoutMs = 5_000;

class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** SQLite as built into Node, for Kysely. The calls are synchronous; waiting for another process is not. */
export function sqliteDialect(database: DatabaseSync): Dialect {
  return {
    createAdapter: () => new TransactionalDdlAdapter(),
    createDriver: () => new SqliteDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Tries again, without holding up the event loop, while another process holds the database; for 5 s at most. */
export async function whileBusy<T>(attempt: () => T): Promise<T> {
  // Not by the clock, which may be set meanwhile.
  const deadline = performance.now() + busyTimeoutMs;
  for (let delayMs = 1; ; delayMs = Math.min(delayMs * 2, 50)) {
    try {
      return attempt();
    } catch (error) {
      if (resultCodeOf(error) !== SQLITE_BUSY || performance.now() >= deadline) throw error;
    }
    await wait(delayMs);
  }
}

class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection;

  constructor(database: DatabaseSync) {
    this.#connection = new SqliteConnection(database);
  }

  async init(): Promise<void> {}

  /** Kysely asks for it once at a time, as the adapter says that there is one. */
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A failed statement may have ended the transaction already (a full disk does).
    if (this.#connection.isInTransaction) {
      await connection.executeQuery(CompiledQuery.raw('rollback'));
    }
  }

  async destroy(): Promise<void> {
    this.#connection.close();
  }
}

interface PreparedStatement {
  readonly statement: StatementSync;
  /** Whether it gives rows; asking SQLite each time would cost as much as a short statement. */
  readonly givesRows: boolean;
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, PreparedStatement>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return measureQuery(() => whileBusy(() => this.#run<Row>(query)));
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    const rows = this.#prepare(query.sql).statement.iterate(...parametersOf(query));
    for (const row of rows) yield { rows: [row as Row] };
  }

  close(): void {
    this.#statements.clear();
    if (this.#database.isOpen) this.#database.close();
  }

  #run<Row>(query: CompiledQuery): QueryResult<Row> {
    const { statement, givesRows } = this.#prepare(query.sql);
    const parameters = parametersOf(query);
    if (givesRows) {
      return { rows: statement.all(...parameters) as Row[] };
    }
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return {
      rows: [],
      numAffectedRows: BigInt(changes),
      insertId: BigInt(lastInsertRowid),
    };
  }

  #prepare(sql: string): PreparedStatement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, givesRows: statement.columns().length > 0 };
    if (sql.length > keptLengthMax) return prepared;
    const oldest = this.#statements.keys().next().value;
    if (this.#statements.size >= preparedStatementsKept && oldest !== undefined) {
      this.#statements.delete(oldest);
    }
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

function parametersOf(query: CompiledQuery): SQLInputValue[] {
  return query.parameters as SQLInputValue[];
}

/** SQLite's primary result code (sqlite.org/rescode.html); undefined for what isn't an error of SQLite's. */
export function resultCodeOf(error: unknown): number | undefined {
  const isOfSqlite =
    error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
  // The low byte; the rest says more exactly what happened.
  return isOfSqlite ? Number(error.errcode) & 0xff : undefined;
}
