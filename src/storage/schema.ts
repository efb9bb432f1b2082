import type { Generated } from 'kysely';

/**
 * The tables as queries see them: the storage's own here; each slice adds its own in its `tables.ts`. Times are
 * milliseconds since 1970 (UTC), flags are 0 or 1, because both engines store and compare these alike. The migrations
 * beside this file create all tables.
 */
export interface Schema {
  changes: ChangesTable;
  committed_changes: CommittedChangesTable;
  counted_tries: CountedTriesTable;
  leases: LeasesTable;
  remembered_results: RememberedResultsTable;
  schema_compatibility: SchemaCompatibilityTable;
  write_marks: WriteMarksTable;
}

/** Tags of committed writes, in order, for the other processes on the same SQLite file. */
export interface ChangesTable {
  seq: Generated<number>;
  tag: string;
  /** Random: distinguishes the same number in another database. */
  mark: Generated<string>;
}

/** The same on PostgreSQL, for processes that missed the notification: one row per write. */
export interface CommittedChangesTable {
  id: Generated<string>;
  /** Transaction number: rows become visible in another order than that of their ids. */
  transaction_id: Generated<string>;
  mark: Generated<string>;
  /** JSON array. */
  tags: string;
}

/** Recent attempts of people and networks, as counted by rate limits. */
export interface CountedTriesTable {
  /** The rule's name, a space, and the hashed subject. */
  key: string;
  /** JSON array of the times, the oldest first. */
  times: string;
  /** All attempts before this time are refused. */
  blocked_until: number;
  /** The row has no effect after this time. */
  expires_at: number;
}

/** Results of requests with an idempotency key, so that a retry creates nothing more. */
export interface RememberedResultsTable {
  person_id: string;
  /** The operation, such as `addBlog`; keys are unique within it. */
  purpose: string;
  key: string;
  /** SHA-256 of the request's content, hexadecimal. */
  fingerprint: string;
  result_id: string;
  created_at: number;
}

/** Locks for jobs that one process at a time runs. */
export interface LeasesTable {
  /** The job, a space, and its subject. */
  key: string;
  /** A random id of the holder. */
  holder: string;
  /** When the lease of a dead process expires. */
  expires_at: number;
}

/** From which older version each migration is compatible; a migration without a row is compatible with none. */
export interface SchemaCompatibilityTable {
  step: string;
  /** Versions that include this migration are compatible. */
  compatible_from: string;
}

/**
 * PostgreSQL only: the mark of the last write in each slot (`turn`) of a process; a write was committed if its mark is
 * there.
 */
export interface WriteMarksTable {
  process: string;
  turn: number;
  mark: string;
  made_at: number;
  /** Whether the write's tags are in `committed_changes`: versions before that table don't record them. */
  is_logged: Generated<number>;
}
