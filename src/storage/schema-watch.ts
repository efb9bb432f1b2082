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

/** A running process finds the tables of a newer version beside which it doesn't work: it may neither read nor write them. */
class NewerSchemaError extends StorageError {
  /** By this the HTTP server knows that another process, or this one started anew, will answer. */
  readonly code = 'SCHEMA_NEWER';
}

export interface SchemaWatch {
  /** Throws `NewerSchemaError` where a look has found steps of a newer version that this one doesn't work beside. */
  assertKnown(): void;
  /** Looks which steps have been applied. Never rejects: a database that doesn't answer is found out otherwise. */
  look(): Promise<void>;
  /** The same for steps that were read already. */
  judge(applied: readonly AppliedStep[]): void;
  /** How many steps there were at the last look: more of them want another. */
  readonly seen: number;
}

/**
 * What a process knows of the tables that it works with. `readSteps` reads the names of the migrations that were applied;
 * `onNewer` is called once, with a sentence for the operator.
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
        // The caller gets an error of its own.
      }
    },
    judge,
    get seen() {
      return seen;
    },
  };
}

/** What a write that fits the tables may meet: a row that is there already, or one that isn't there any more. */
const foreseen: ReadonlySet<unknown> = new Set([
  // SQLSTATE of unique and foreign keys.
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
 * A dialect whose queries are refused once the tables are of a newer version; a query that fails has that looked up.
 * `onBegin` is called within each transaction, which it ends by throwing.
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
  /** The same for the same connection, as drivers know those that they have handed out. */
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
