import type { Generated } from 'kysely';

declare module '../../../storage/schema.ts' {
  interface Schema {
    comment_letters: CommentEmailsTable;
    untold_comments: UntoldCommentsTable;
  }
}

/** People who want e-mails about comments on their blogs. */
export interface CommentEmailsTable {
  person_id: string;
  /** Can end these e-mails and nothing else. Stored unhashed, because each e-mail contains it. */
  secret: string;
  created_at: number;
}

/** Blogs with comments that their author hasn't been notified of; one e-mail reports all of a blog's. */
export interface UntoldCommentsTable {
  blog_id: string;
  person_id: string;
  /** The comments with greater ids are new. */
  after_id: string;
  /** Comments approved since, each id after a space: they may be older than `after_id`. */
  also_ids: Generated<string>;
  due_at: number;
}
