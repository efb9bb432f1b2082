import type { Generated } from 'kysely';

declare module '../../../storage/schema.ts' {
  interface Schema {
    notifications: NotificationsTable;
    notification_choices: NotificationChoicesTable;
  }
}

/**
 * What a person is told. Of each kind and text one row is unread at most, and counts. No title and no name is here: they are
 * read as it is shown, and what isn't visible by then isn't told.
 */
export interface NotificationsTable {
  id: string;
  person_id: string;
  /** `Kind`. */
  kind: string;
  /** The blog of comments and replies; of decisions the kind of text and the outcome; empty for new blogs. */
  about: string;
  /** Ids of the comments or blogs, each behind a blank; the first `countedMax`, and one more where there are more. */
  text_ids: string;
  /** When the latest of it happened. */
  at: number;
  read_at: number | null;
}

/** What a person chose of a kind of notification; without a row it is told here, and not by e-mail. */
export interface NotificationChoicesTable {
  person_id: string;
  /** `Kind`. */
  kind: string;
  is_here: Generated<number>;
  /** Where an e-mail tells of it. It opens nothing but their end, and each carries it, so it is kept as it is. */
  secret: string | null;
  /** Of new blogs: up to when the person has seen what came. */
  seen_at: Generated<number>;
  /** Up to when an e-mail has told what came. */
  told_at: Generated<number>;
  /** When an e-mail is to tell of it, or, of new blogs, when they are looked for. */
  due_at: number | null;
}
