import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  Driver,
  QueryResult,
  TransactionSettings,
} from 'kysely';
import type { AppliedStep } from './applied-steps.ts';
import { incompatibleSteps } from './migrate.ts';
import { StorageError } from './storage.ts';

/** A newer, incompatible version has migrated the database: this process may neither read nor write it. */
class NewerSchemaError extends StorageError {
  /** Reports to the HTTP server that another process, or this one after a restart, can answer. */
  readonly code = 'SCHEMA_NEWER';
}

export interface SchemaWatch {
  /** Throws `NewerSchemaError` if the last check has found incompatible steps of a newer version. */
  assertKnown(): void;
  /** Reads the applied steps. Never rejects: other queries report a database that doesn't answer. */
  look(): Promise<void>;
  /** The same for steps that have been read already. */
  judge(applied: readonly AppliedStep[]): void;
  /** Number of steps at the last check: a higher number requires another check. */
  readonly seen: number;
}

/**
 * Tracks whether this process is compatible with the schema. `readSteps` reads the applied migrations; `onNewer` is
 * called once, with a sentence for the operator.
 */
export function createSchemaWatch(
  readSteps: () => Promise<readonly AppliedStep[]>,
  onNewer: (sentence: string) => void = () => {},
): SchemaWatch {
  let newer: string | undefined;
  let seen = 0;

  function judge(applied: readonly AppliedStep[]): void {
    seen = applied.length;
    const unknown = incompatibleSteps(applied).join(', ');
    if (unknown === '') {
      newer = undefined;
      return;
    }
    if (newer === undefined) {
      onNewer(
        `The database has been migrated by a newer version of The Content Hub (it knows ${unknown}). This process answers 503 from now on: stop it, or start the newer version in its place.`,
      );
    }
    newer = unknown;
  }

  return {
    assertKnown() {
      if (newer === undefined) return;
      throw new NewerSchemaError(`The database was migrated by a newer version (${newer}).`);
    },
    async look() {
      try {
        judge(await readSteps());
      } catch {
        // The caller gets its own error.
      }
    },
    judge,
    get seen() {
      return seen;
    },
  };
}

/** Errors that occur with an up-to-date schema too: a row that exists already or no longer. */
const foreseen: ReadonlySet<unknown> = new Set([
  // SQLSTATE of unique and foreign key violations.
  '23505',
  '23503',
  // SQLite: primary and unique keys, foreign keys, busy, locked.
  1555,
  2067,
  787,
  5,
  6,
]);

function mayComeOfTables(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown };
  return !foreseen.has(typeof errcode === 'number' ? errcode : code);
}

/**
 * A dialect that refuses queries once the schema is too new; a failed query triggers a check. `onBegin` is called
 * within each transaction and can roll it back by throwing.
 */
export function watchedDialect(
  dialect: Dialect,
  watch: SchemaWatch,
  onBegin: () => void = () => {},
): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => new WatchedDriver(dialect.createDriver(), watch, onBegin),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

class WatchedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #watch: SchemaWatch;

  constructor(inner: DatabaseConnection, watch: SchemaWatch) {
    this.inner = inner;
    this.#watch = watch;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      this.#watch.assertKnown();
    } catch (error) {
      return Promise.reject(error);
    }
    return this.inner.executeQuery<Row>(query).catch((error: unknown) => this.#explain(error));
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number) {
    this.#watch.assertKnown();
    return this.inner.streamQuery<Row>(query, chunkSize);
  }

  async #explain(error: unknown): Promise<never> {
    if (mayComeOfTables(error)) {
      await this.#watch.look();
      this.#watch.assertKnown();
    }
    throw error;
  }
}

class WatchedDriver implements Driver {
  readonly #inner: Driver;
  readonly #watch: SchemaWatch;
  /** One wrapper per connection, because drivers identify connections by object. */
  readonly #connections = new WeakMap<DatabaseConnection, WatchedConnection>();

  readonly #onBegin: () => void;

  constructor(inner: Driver, watch: SchemaWatch, onBegin: () => void) {
    this.#inner = inner;
    this.#watch = watch;
    this.#onBegin = onBegin;
  }

  init = () => this.#inner.init();
  destroy = () => this.#inner.destroy();

  async acquireConnection(): Promise<DatabaseConnection> {
    const inner = await this.#inner.acquireConnection();
    const known = this.#connections.get(inner);
    if (known) return known;
    const connection = new WatchedConnection(inner, this.#watch);
    this.#connections.set(inner, connection);
    return connection;
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    await this.#inner.beginTransaction(innerOf(connection), settings);
    try {
      this.#onBegin();
    } catch (error) {
      await this.#inner.rollbackTransaction(innerOf(connection));
      throw error;
    }
  }

  releaseConnection = (connection: DatabaseConnection) =>
    this.#inner.releaseConnection(innerOf(connection));
  commitTransaction = (connection: DatabaseConnection) =>
    this.#inner.commitTransaction(innerOf(connection));
  rollbackTransaction = (connection: DatabaseConnection) =>
    this.#inner.rollbackTransaction(innerOf(connection));
}

function innerOf(connection: DatabaseConnection): DatabaseConnection {
  return connection instanceof WatchedConnection ? connection.inner : connection;
}
