import type { Engine, Reader } from '../../../../storage/storage.ts';
import type { DocRange } from './doc-range.ts';
import { postgresPostings } from './postgres-postings.ts';
import { sqlitePostings } from './sqlite-postings.ts';

/** A document has to contain one of these words. */
export interface AnyOf {
  readonly keys: readonly string[];
}

/** A query of the index: one of each of `all`, and none of `none`. */
export interface IndexQuery {
  readonly all: readonly AnyOf[];
  readonly none: readonly string[];
  /** Narrows the query like one of `all`: words for dates, whose texts mostly have neighbouring numbers. */
  readonly within?: AnyOf;
}

/** The consecutive words of each phrase. */
export type Phrases = readonly (readonly string[])[];

/** The full-text index of either engine: document numbers, newest first. */
export interface Postings {
  /** Whether the search ended before the older texts, for the time that these take. */
  readonly isCut: boolean;
  /** The newest documents that match, at most `most`; of all documents without a range. */
  newest(query: IndexQuery, most: number, range?: DocRange): Promise<readonly number[]>;
  /** Those of `docs` that contain every phrase. */
  among(docs: readonly number[], phrases: Phrases): Promise<ReadonlySet<number>>;
}

/** `whole` is the range of all documents. */
export function createPostings(
  engine: Engine,
  db: Reader,
  whole: () => Promise<DocRange>,
): Postings {
  return engine === 'sqlite' ? sqlitePostings(db, whole) : postgresPostings(db, whole);
}
