import type { Generated } from 'kysely';

declare module '../../../storage/schema.ts' {
  interface Schema {
    notifications: NotificationsTable;
    notification_choices: NotificationChoicesTable;
  }
}

/**
 * Notifications. Each kind and subject has at most one unread row, which collects texts. Titles and names are read when
 * the notification is shown, and texts that aren't visible then are left out.
 */
export interface NotificationsTable {
  id: string;
  person_id: string;
  /** `Kind`. */
  kind: string;
  /** The blog of comments and replies; the kind of text and the outcome of decisions; empty for new blogs. */
  about: string;
  /** Ids of the comments or blogs, each after a space; the first `countedMax`, and one more where there are more. */
  text_ids: string;
  /** When its latest event happened. */
  at: number;
  read_at: number | null;
}

/** A person's choice for a kind of notification; without a row it is shown on the site and not e-mailed. */
export interface NotificationChoicesTable {
  person_id: string;
  /** `Kind`. */
  kind: string;
  is_here: Generated<number>;
  /** Null without e-mails. Can end these and nothing else. Stored unhashed, because each e-mail contains it. */
  secret: string | null;
  /** For new blogs: up to when the person has seen them. */
  seen_at: Generated<number>;
  /** Up to when e-mails have reported events. */
  told_at: Generated<number>;
  /** When an e-mail is due, or, for new blogs, when they are looked up. */
  due_at: number | null;
}
