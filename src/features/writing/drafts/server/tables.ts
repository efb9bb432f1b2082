import type { Generated } from 'kysely';

declare module '../../../../storage/schema.ts' {
  interface Schema {
    saved_drafts: SavedDraftsTable;
  }
}

/** Unpublished texts of people. */
export interface SavedDraftsTable {
  person_id: string;
  /** The id of the edited blog, the own id of a new blog's draft, or `new`, the single one of older versions. */
  key: string;
  /** JSON, so that text which is invalid for a blog is stored unchanged. */
  text: string;
  /** Entity tag of the blog on which the text is based. */
  base_tag: string | null;
  /** Changes with each save. */
  revision: string;
  device: string;
  /** Increases with each save of the same device. */
  sequence: number;
  saved_at: number;
  /** The label in lists. */
  title: Generated<string>;
  /** Counted by the client. */
  word_count: Generated<number | null>;
  /** Pictures without alternative text, counted by the client. */
  undescribed: Generated<number | null>;
  /** Scheduled time of publication; null where not scheduled. */
  publish_at: Generated<number | null>;
  /** Why the scheduled publication failed, in plain language. */
  publish_failure: Generated<string | null>;
  /** Hash of the preview link's token; null for none. */
  preview_hash: Generated<string | null>;
  /** When it was created, or when its latest revision was stored. */
  state_at: Generated<number>;
  /** End of the retention of a removed draft; null for others. */
  removed_until: Generated<number | null>;
}
