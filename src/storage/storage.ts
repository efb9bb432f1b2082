import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

export type Engine = 'sqlite' | 'postgres';

export type Reader = Kysely<Schema>;

/** A running write: its transaction, and the tags of what it changes. */
export interface Write {
  readonly db: Transaction<Schema>;
  /** Names what this write changes; cached pages made from it are dropped as the write commits. */
  touch(...tags: readonly string[]): void;
}

export interface WriteOptions {
  /**
   * Locks that the write holds from its first statement to its end, such as `person:ID` or `blog:ID`: one for everything
   * that it reads before it decides. Writes that share a key run one after the other, the rest side by side; an empty list
   * is enough for a single statement that decides by itself. Without `lockKeys` the write holds the site-wide lock, which
   * excludes every other write, as each write does on SQLite.
   */
  readonly lockKeys?: readonly string[];
}

/** Called with the tags of a committed write, of this process or another; `'*'` means that anything may have changed. */
export type ChangeListener = (tags: readonly string[]) => void;

/** The tag for "anything may have changed". */
export const everything = '*';

/** What was touched since a position in the history of a database. */
export interface ChangesSince {
  /** Names the newest change; only `changesSince` reads it. */
  readonly position: string;
  /**
   * Undefined where that can't be known: the position is of another database, older than what is kept, or from before a
   * migration.
   */
  readonly tags: readonly string[] | undefined;
}

export interface ReplicaStatus {
  /** Read, or spared until it has replayed what is committed, or without an answer. */
  readonly state: 'current' | 'behind' | 'unreachable';
  /** Since when, in milliseconds since 1970. */
  readonly since: number;
}

/** The database. A slice's store writes its queries against `Reader` and `Write`. */
export interface Storage {
  readonly engine: Engine;
  /** For reading outside a write. */
  readonly reader: Reader;
  /** The connection that may write, for libraries that bring their own queries; slices use `write`. */
  readonly writer: Kysely<Schema>;
  /**
   * Runs `work` as one write: it commits after `work` has resolved and leaves no trace when it rejects. Listeners
   * have been called with the touched tags before the promise resolves. Waiting writes are committed together: `work` awaits
   * nothing but `db`, and leaves nothing running when it ends. It may be run again from the beginning, where the database
   * aborted it in favour of another write, or one that it shared a transaction with failed: it has no side effects that a
   * transaction can't undo.
   */
  write<T>(work: (write: Write) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** Calls `listener` after each commit. Returns the function that ends it. */
  onChange(listener: ChangeListener): () => void;
  /**
   * Looks for commits of other processes before their notices arrive: of those on this machine it misses none that was
   * acknowledged. Synchronous and cheap (microseconds). Throws where it can't know.
   */
  checkForChanges(): void;
  /**
   * What those processes call themselves that know of each other's commits before anybody can ask; undefined where all do.
   */
  readonly node: string | undefined;
  /**
   * Resolves once this process knows of every commit that was acknowledged before the call, by whatever process: to false
   * where it can't know within a quarter of a second. Until it knows otherwise, `reader` reads from the primary.
   */
  catchUp(): Promise<boolean>;
  /**
   * The tags of what was committed after a position, by whatever process: of all that was acknowledged before the call.
   * Some may be from before it as well. Without a position only the newest one.
   */
  changesSince(position?: string): Promise<ChangesSince>;
  /**
   * Throws `NewerSchemaError` where another process has migrated the database to what this one can't work beside. Cheap
   * (microseconds); only a process that can't have heard of it looks, and resolves. Everything else that asks the database
   * throws the same from then on.
   */
  assertKnownSchema(): void | Promise<void>;
  /**
   * Removes deleted rows from the log beside the database, as far as no reader holds it at this instant; PostgreSQL
   * does that by itself, and drops the oldest of its changes.
   */
  forgetDeleted(): Promise<void>;
  /** Resolves when the database answers, is migrated and can be written; rejects otherwise. */
  assertReady(): Promise<void>;
  /** How the replica is; undefined where there is none. */
  replicaStatus(): ReplicaStatus | undefined;
  close(): Promise<void>;
}

/** A database that can't be used as it is; the message tells the operator what to do. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}
