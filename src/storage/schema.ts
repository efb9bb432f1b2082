import type { Generated } from 'kysely';

/**
 * The tables as the queries see them: here the storage's own; each slice adds its own in its `tables.ts`. Times are
 * milliseconds since 1970 (UTC), flags are 0 or 1: both engines store and compare these alike. The migrations beside
 * this file make all tables.
 */
export interface Schema {
  changes: ChangesTable;
  rate_counts: RateCountsTable;
  remembered_results: RememberedResultsTable;
}

/** What committed writes touched, in order; how other processes on the same SQLite file learn of it. */
export interface ChangesTable {
  seq: Generated<number>;
  tag: string;
}

/** How often each person or network did something lately; the sliding windows of the rate limiter. */
export interface RateCountsTable {
  key: string;
  window_number: number;
  current_count: number;
  previous_count: number;
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
