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
/** Longer statements are not cached: one with 200 arms takes 0.8 MiB of memory, and few are reused. */
const keptLengthMax = 2_048;
/** How long a writer waits for another process before it fails. */
const busyTimeoutMs = 5_000;

class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Kysely dialect for Node's built-in SQLite. Calls are synchronous; waiting for another process is not. */
export function sqliteDialect(database: DatabaseSync): Dialect {
  return {
    createAdapter: () => new TransactionalDdlAdapter(),
    createDriver: () => new SqliteDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Retries while another process holds the database, for at most 5 s, without blocking the event loop. */
export async function whileBusy<T>(attempt: () => T): Promise<T> {
  // Monotonic, because the system clock may be changed.
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

  /** Kysely acquires it once at a time, because the adapter declares a single connection. */
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
  /** Whether the statement returns rows; asking SQLite each time would cost as much as a short statement. */
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

/** SQLite's primary result code (sqlite.org/rescode.html); undefined for other errors. */
export function resultCodeOf(error: unknown): number | undefined {
  const isOfSqlite =
    error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
  // The low byte; the higher bytes are the extended code.
  return isOfSqlite ? Number(error.errcode) & 0xff : undefined;
}
