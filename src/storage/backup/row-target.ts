import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import type { Table } from './kept-tables.ts';
import type { RowSource } from './row-source.ts';
import type { Row } from './row-tally.ts';

/** An empty database of the site, into which rows are put as they stood in another. */
export interface RowTarget {
  /** Inserts rows; no trigger counts or checks them, and no change is published. */
  insert(table: Table, rows: readonly Row[]): Promise<void>;
  /** After the last: what counts and checks is in force again, and has been held against all that came in. */
  finish(): Promise<void>;
  /** What is in it now. */
  readonly source: RowSource;
  /** From the state of the backup to this version's; then `settle` has its say. */
  migrate(settle: (db: Kysely<Schema>) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}
