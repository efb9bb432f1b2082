import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

export type Engine = 'sqlite' | 'postgres';

export type Reader = Kysely<Schema>;

/** A running write: its transaction, and a function to tag its changes. */
export interface Write {
  readonly db: Transaction<Schema>;
  /** Adds tags for what this write changes; cached pages with these tags are dropped on commit. */
  touch(...tags: readonly string[]): void;
}

export interface WriteOptions {
  /**
   * Locks that the write holds from its first statement to its end, such as `person:ID` or `blog:ID`: they must cover
   * everything that it reads before it decides. Writes that share a key run one after the other, others concurrently;
   * an empty list is enough for a single statement that decides by itself. Without `lockKeys` the write holds the
   * site-wide lock, which excludes every other write, as every write does on SQLite.
   */
  readonly lockKeys?: readonly string[];
}

/** Called with the tags of a committed write, of this process or another; `'*'` means that anything may have changed. */
export type ChangeListener = (tags: readonly string[]) => void;

/** The tag for "anything may have changed". */
export const everything = '*';

/** Changes since a position in the history of a database. */
export interface ChangesSince {
  /** Identifies the newest change; opaque except to `changesSince`. */
  readonly position: string;
  /**
   * Undefined if unknown: the position is from another database, is older than the kept history, or is from before a
   * migration.
   */
  readonly tags: readonly string[] | undefined;
}

export interface ReplicaStatus {
  /** In use; lagging and not used until it has caught up; without an answer; or no replica of this database. */
  readonly state: 'current' | 'behind' | 'unreachable' | 'foreign';
  /** Time of the last state change, in milliseconds since 1970. */
  readonly since: number;
  /**
   * Time of the last check at which it had replayed everything. Under constant writes it may be `behind` most of the
   * time and yet have caught up a moment ago.
   */
  readonly caughtUpAt: number;
}

/** The database. A slice's store writes its queries against `Reader` and `Write`. */
export interface Storage {
  readonly engine: Engine;
  /** For reads outside a write. */
  readonly reader: Reader;
  /** The writable connection, for libraries with their own queries; slices use `write`. */
  readonly writer: Kysely<Schema>;
  /**
   * Runs `work` as one write: commits after `work` resolves and rolls back if it rejects. Listeners have been called
   * with the touched tags before the promise resolves. Queued writes are committed together, so `work` must await
   * nothing but `db` and leave nothing running. On PostgreSQL it may see parts of such writes, which hold other locks. It
   * may run again from the beginning if the database aborts it in favour of another write, or if a write in the same
   * transaction fails: it must have no side effects that a transaction can't undo.
   */
  write<T>(work: (write: Write) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** Calls `listener` after each commit. Returns a function that unsubscribes it. */
  onChange(listener: ChangeListener): () => void;
  /**
   * Checks for commits of other processes before their notifications arrive: it misses no acknowledged commit of a
   * process on this machine. Synchronous and cheap (microseconds). Throws if it can't know.
   */
  checkForChanges(): void;
  /** Common id of the processes that see each other's commits immediately; undefined if all processes do. */
  readonly node: string | undefined;
  /**
   * Resolves to true once this process knows of every commit that any process acknowledged before the call, to false if
   * it can't know within a quarter of a second. Then `reader` reads from the primary until a replica has all of them.
   */
  catchUp(): Promise<boolean>;
  /**
   * The tags of all changes that any process committed after a position, up to the call. Some may be older than the
   * position. Without a position, only the newest position.
   */
  changesSince(position?: string): Promise<ChangesSince>;
  /**
   * Throws `NewerSchemaError` if another process has migrated the database to an incompatible schema. Cheap
   * (microseconds); only a process that may have missed the notification queries the database, and then returns a
   * promise. All other queries throw the same error from then on.
   */
  assertKnownSchema(): void | Promise<void>;
  /**
   * Removes deleted rows from SQLite's write-ahead log, unless a reader holds it at that time; on PostgreSQL, which
   * needs no such step, drops the oldest changes of its history.
   */
  forgetDeleted(): Promise<void>;
  /** Resolves if the database answers, is migrated and writable; rejects otherwise. */
  assertReady(): Promise<void>;
  /** The replica's status; undefined if there is none. */
  replicaStatus(): ReplicaStatus | undefined;
  close(): Promise<void>;
}

/** A database that can't be used in its current state; the message says what the operator can do. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}
