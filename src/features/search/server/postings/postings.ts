import type { Engine, Reader } from '../../../../storage/storage.ts';
import { postgresPostings } from './postgres-postings.ts';
import { sqlitePostings } from './sqlite-postings.ts';

/** One of these words. */
export interface AnyOf {
  readonly keys: readonly string[];
}

/** What the index is asked for: one of each of `all`, and none of `none`. */
export interface IndexQuery {
  readonly all: readonly AnyOf[];
  readonly none: readonly string[];
}

/** Words that stand one after the other, for each phrase. */
export type Phrases = readonly (readonly string[])[];

/** Numbers of texts in the index, the ends included. */
export interface DocRange {
  readonly lowest: number;
  readonly highest: number;
}

/** PostgreSQL's integers end here. */
export const allDocs: DocRange = { lowest: 0, highest: 2 ** 31 - 1 };

/** The index of words, on whatever engine: numbers of texts, the newest first. */
export interface Postings {
  /** Whether a search took so long that older texts weren't looked at. */
  readonly isCut: boolean;
  /** The newest texts of a range that hold these words, `most` at most. */
  newest(query: IndexQuery, range: DocRange, most: number): Promise<readonly number[]>;
  /** Those of `docs`, which were found by `query`, in which each of these phrases stands. */
  among(query: IndexQuery, docs: readonly number[], phrases: Phrases): Promise<ReadonlySet<number>>;
}

export function createPostings(engine: Engine, db: Reader): Postings {
  return engine === 'sqlite' ? sqlitePostings(db) : postgresPostings(db);
}
