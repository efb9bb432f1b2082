import type { Generated } from 'kysely';
import type { TextColumns } from '../../../../blog/server/tables.ts';

declare module '../../../../storage/schema.ts' {
  interface Schema {
    blog_edits: BlogEditsTable;
    blog_revisions: BlogRevisionsTable;
    draft_states: DraftStatesTable;
  }
}

/** Revisions: the text of a blog before each save. */
export interface BlogRevisionsTable extends TextColumns {
  blog_id: string;
  version: number;
  word_count: number;
  /** When this text was saved, not when it was replaced. */
  saved_at: number;
  /** UTF-8 bytes of the author's text, as quotas count them. */
  bytes: Generated<number>;
}

/** Actions of editors on versions of other authors' blogs. A version without a row is by its author. */
export interface BlogEditsTable {
  blog_id: string;
  version: number;
  /** When an editor saved it, and who; null where the account is deleted. */
  edited_at: number | null;
  edited_by: string | null;
  /** When an editor unpublished it, and who. */
  taken_back_at: number | null;
  taken_back_by: string | null;
}

/** Revisions of drafts. */
export interface DraftStatesTable {
  id: string;
  person_id: string;
  /** The draft's key. */
  key: string;
  /** Copied from the draft, as are the next two. */
  text: string;
  title: string;
  word_count: number | null;
  /** When this text was saved, not when it was replaced. */
  saved_at: number;
  /** End of the retention after its draft was deleted; null while the draft exists. */
  ends_at: Generated<number | null>;
}
