import type { Generated } from 'kysely';

declare module '../../../storage/schema.ts' {
  interface Schema {
    comment_letters: CommentLettersTable;
    untold_comments: UntoldCommentsTable;
  }
}

/** People who want e-mails about comments on their blogs. */
export interface CommentLettersTable {
  person_id: string;
  /** Opens nothing but the end of these letters; each letter carries it, so it is kept as it is. */
  secret: string;
  created_at: number;
}

/** Blogs with comments that their author hasn't been notified of; one e-mail reports all of a blog's. */
export interface UntoldCommentsTable {
  blog_id: string;
  /** The author. */
  person_id: string;
  /** The comments with greater ids are new. */
  after_id: string;
  /** Those that were let in since, each behind a blank: they may be older. */
  also_ids: Generated<string>;
  due_at: number;
}
