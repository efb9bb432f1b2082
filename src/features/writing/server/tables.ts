import type { Generated } from 'kysely';
import type { TextColumns } from '../../../blog/server/tables.ts';

declare module '../../../storage/schema.ts' {
  interface Schema {
    blog_revisions: BlogRevisionsTable;
    saved_drafts: SavedDraftsTable;
    draft_states: DraftStatesTable;
  }
}

/** The text of a blog as it was before a save. */
export interface BlogRevisionsTable extends TextColumns {
  blog_id: string;
  version: number;
  word_count: number;
  /** When this text was saved, not when it was replaced. */
  saved_at: number;
  /** UTF-8 bytes of what its author wrote in it, as quotas count them. */
  bytes: Generated<number>;
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

/** A draft as it was before a save. */
export interface DraftStatesTable {
  id: string;
  person_id: string;
  /** Of the draft. */
  key: string;
  /** As in the draft, as are the next two. */
  text: string;
  title: string;
  word_count: number | null;
  /** When this text was saved, not when it was replaced. */
  saved_at: number;
  /** When it goes, where its draft went; null while that is there. */
  ends_at: Generated<number | null>;
}
