import type { Generated } from 'kysely';

/**
 * The tables as the queries see them: here the storage's own; each slice adds its own in its `tables.ts`. Times are
 * milliseconds since 1970 (UTC), flags are 0 or 1: both engines store and compare these alike. The migrations beside
 * this file make all tables.
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

/** What committed writes touched, in order; how other processes on the same SQLite file learn of it. */
export interface ChangesTable {
  seq: Generated<number>;
  tag: string;
  /** Random: a number has another one in another database. */
  mark: Generated<string>;
}

/** The same on PostgreSQL, for processes that weren't there to be notified: a row for each write. */
export interface CommittedChangesTable {
  id: Generated<string>;
  /** Of the transaction: rows become visible in another order than that of their ids. */
  transaction_id: Generated<string>;
  mark: Generated<string>;
  /** JSON array. */
  tags: string;
}

/** What people and networks tried lately, as far as a limit counts it. */
export interface CountedTriesTable {
  /** The rule's name, a blank, and who is counted. */
  key: string;
  /** JSON array of the times, the oldest first. */
  times: string;
  /** Nothing passes before. */
  blocked_until: number;
  /** Says nothing any more after. */
  expires_at: number;
}

/** What a request with an idempotency key made, so that its retry makes nothing more. */
export interface RememberedResultsTable {
  person_id: string;
  /** What was asked for, such as `addBlog`; each has keys of its own. */
  purpose: string;
  key: string;
  /** SHA-256 of what was sent, hexadecimal. */
  fingerprint: string;
  result_id: string;
  created_at: number;
}

/** Work that one process at a time does. */
export interface LeasesTable {
  /** What is done, a blank, and for whom. */
  key: string;
  /** A random name of the one who does it. */
  holder: string;
  /** Who died without giving it back holds it no longer than this. */
  expires_at: number;
}

/** Beside which migrations an older version goes on working; a migration without a row is one beside which none does. */
export interface SchemaCompatibilityTable {
  step: string;
  /** Whoever knows this migration works beside the other. */
  compatible_from: string;
}

/** PostgreSQL alone: the last write of each turn that a process writes by; whether it stands shows whether the write does. */
export interface WriteMarksTable {
  process: string;
  turn: number;
  mark: string;
  made_at: number;
  /** Whether what the write touched is in `committed_changes`: versions before that table left it out. */
  is_logged: Generated<number>;
}
