import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import type { Table } from './kept-tables.ts';
import type { RowSource } from './row-source.ts';
import type { Row } from './row-tally.ts';

/** An empty database of the site that receives the rows of a backup. */
export interface RowTarget {
  /** Inserts rows; triggers are disabled and no change is published. */
  insert(table: Table, rows: readonly Row[]): Promise<void>;
  /** Call after the last insert: enables triggers and constraints again and checks the constraints against all rows. */
  finish(): Promise<void>;
  readonly source: RowSource;
  /** Migrates from the backup's schema version to this one, then runs `settle`. */
  migrate(settle: (db: Kysely<Schema>) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}
