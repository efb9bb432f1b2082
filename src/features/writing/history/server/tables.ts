import type { Generated } from 'kysely';
import type { TextColumns } from '../../../../blog/server/tables.ts';

declare module '../../../../storage/schema.ts' {
  interface Schema {
    blog_edits: BlogEditsTable;
    blog_revisions: BlogRevisionsTable;
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

/** What an editor did with a version of another's blog. A version without a row is its author's own. */
export interface BlogEditsTable {
  blog_id: string;
  version: number;
  /** When an editor saved it, and who: null where the account is gone. */
  edited_at: number | null;
  edited_by: string | null;
  /** When an editor made it a draft of its author's, and who. */
  taken_back_at: number | null;
  taken_back_by: string | null;
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
