import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type LimitNode,
  type OperationNode,
  type QueryResult,
  type RawNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
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

/**
 * Writes limits into the statement. With `limit ?`, SQLite plans by the bound number, so it compiles the statement again
 * whenever one is bound: a third of the time that a list takes. (`sqlite3ExprIsInteger` and `sqlite3VdbeSetVarmask` in
 * SQLite's source.)
 */
class LiteralLimits extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit ');
    this.#visitLimitValue(limit);
  }

  /** The limits in `sql` templates. */
  protected override visitRaw({ sqlFragments, parameters }: RawNode): void {
    for (const [index, fragment] of sqlFragments.entries()) {
      this.append(fragment);
      const parameter = parameters[index];
      if (parameter && /\blimit\s+$/.test(fragment)) this.#visitLimitValue(parameter);
      else if (parameter) this.visitNode(parameter);
    }
  }

  #visitLimitValue(node: OperationNode): void {
    const isInteger = ValueNode.is(node) && Number.isSafeInteger(node.value);
    this.visitNode(isInteger ? ValueNode.createImmediate(node.value) : node);
  }
}

/** Kysely dialect for Node's built-in SQLite. Calls are synchronous; waiting for another process is not. */
export function sqliteDialect(database: DatabaseSync): Dialect {
  return {
    createAdapter: () => new TransactionalDdlAdapter(),
    createDriver: () => new SqliteDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new LiteralLimits(),
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
  /** Returns rows as arrays. */
  readonly statement: StatementSync;
  readonly givesRows: boolean;
  /** Names of a row's columns, to be asked for after the row: where a `*` stands for them, they follow the tables. */
  readonly columns: () => readonly string[];
}

function namesOf(statement: StatementSync): readonly string[] {
  return statement.columns().map(({ name }) => name);
}

/**
 * Makes objects of rows that SQLite returned as arrays. The objects that it makes itself have no shape that V8 knows
 * (they are dictionaries): a quarter slower to make, and several times slower to read and to copy.
 */
function toObjects<Row>(rows: readonly unknown[], columns: readonly string[]): Row[] {
  return rows.map((given) => {
    const values = given as readonly unknown[];
    const row: Record<string, unknown> = {};
    for (let at = 0; at < columns.length; at += 1) row[columns[at] ?? ''] = values[at];
    return row as Row;
  });
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
    const { statement, columns } = this.#prepare(query.sql);
    for (const values of statement.iterate(...parametersOf(query))) {
      yield { rows: toObjects<Row>([values], columns()) };
    }
  }

  close(): void {
    this.#statements.clear();
    if (this.#database.isOpen) this.#database.close();
  }

  #run<Row>(query: CompiledQuery): QueryResult<Row> {
    const { statement, givesRows, columns } = this.#prepare(query.sql);
    const parameters = parametersOf(query);
    if (givesRows) {
      const rows = statement.all(...parameters);
      return { rows: toObjects<Row>(rows, columns()) };
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
    statement.setReturnArrays(true);
    // Asking for the names each time would cost as much as a short statement.
    const names = namesOf(statement);
    const columns = sql.includes('*') ? () => namesOf(statement) : () => names;
    const prepared = { statement, givesRows: names.length > 0, columns };
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
