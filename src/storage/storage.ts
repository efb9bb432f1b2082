import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

export type Engine = 'sqlite' | 'postgres';

export type Reader = Kysely<Schema>;

/** A running write: its transaction, and the tags of what it changes. */
export interface Write {
  readonly db: Transaction<Schema>;
  /** Names what this write changes; finished pages made from it are dropped as the write commits. */
  touch(...tags: readonly string[]): void;
}

export interface WriteOptions {
  /**
   * What this write is alone with, such as `person:ID` or `blog:ID`: everything that it reads before it decides. It
   * runs after or before every write that names one of these, and side by side with the rest; an empty list is enough
   * for a single statement that decides by itself. Without it the write is alone among all writers, as on SQLite
   * every write is.
   */
  readonly alone?: readonly string[];
}

/** Hears the tags of a committed write, of this process or another; `'*'` means that anything may have changed. */
export type ChangeListener = (tags: readonly string[]) => void;

/** The tag for "anything may have changed". */
export const everything = '*';

/** The door to the database. A slice's store writes its queries against `Reader` and `Write`. */
export interface Storage {
  readonly engine: Engine;
  /** For reading outside a write. */
  readonly reader: Reader;
  /** The connection that may write, for libraries that bring their own queries; slices use `write`. */
  readonly writer: Kysely<Schema>;
  /**
   * Runs `work` as one write: it commits after `work` has resolved and leaves no trace when it rejects. Listeners
   * have heard the touched tags before the promise resolves. On SQLite writes that wait at the same time are committed
   * together: so `work` waits for nothing but what it asks `db`, and is done with all of it when it ends. It may be
   * run again, from its beginning, where the database ended it for the sake of another write: it does nothing that
   * only a transaction could undo.
   */
  write<T>(work: (write: Write) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** Calls `listener` after each commit. Returns the function that ends it. */
  onChange(listener: ChangeListener): () => void;
  /**
   * Looks for commits of other processes that no notice has told of yet: of those on this machine it misses none that
   * was acknowledged. Synchronous and cheap (microseconds). Throws where it can't know.
   */
  checkForChanges(): void;
  /**
   * Throws `NewerSchemaError` where another process has migrated the database to what this one doesn't know. Synchronous
   * and cheap (microseconds). Everything else that asks the database throws the same from then on.
   */
  assertKnownSchema(): void;
  /**
   * Lets nothing of what has been deleted stay in a log beside the database, as far as it can be had at this instant.
   * PostgreSQL sees to its own files.
   */
  forgetDeleted(): Promise<void>;
  /** Resolves when the database answers, is migrated and can be written; rejects otherwise. */
  assertReady(): Promise<void>;
  close(): Promise<void>;
}

/** A database that can't be used as it is; the message tells the operator what to do. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}
