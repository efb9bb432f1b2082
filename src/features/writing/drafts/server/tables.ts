import type { Generated } from 'kysely';

declare module '../../../../storage/schema.ts' {
  interface Schema {
    saved_drafts: SavedDraftsTable;
  }
}

/** What somebody is writing and hasn't published. */
export interface SavedDraftsTable {
  person_id: string;
  /** The id of the blog that is being changed, one of its own for a new blog, or `new`, as its only one was called. */
  key: string;
  /** JSON, so that text which no blog may hold is kept as it is, too. */
  text: string;
  /** Entity tag of the blog that the text was begun from. */
  base_tag: string | null;
  /** Another one at each save. */
  revision: string;
  device: string;
  /** Grows with each save of the same device. */
  sequence: number;
  saved_at: number;
  /** What lists call it. */
  title: Generated<string>;
  /** As the page that saved it counted them. */
  word_count: Generated<number | null>;
  /** Pictures without alternative text, counted by that page as well. */
  undescribed: Generated<number | null>;
  /** When it is to be published; null where nobody said. */
  publish_at: Generated<number | null>;
  /** Why it couldn't be published when it was to be, in words for people. */
  publish_failure: Generated<string | null>;
  /** Hash of the token of the link by which others may read it; null where there is none. */
  preview_hash: Generated<string | null>;
  /** When it began, or when the latest of its earlier states was kept. */
  state_at: Generated<number>;
  /** When it goes with its blog, which was removed: until then nobody has it. Null for any other. */
  removed_until: Generated<number | null>;
}
