import type { Generated } from 'kysely';

declare module '../../../storage/schema.ts' {
  interface Schema {
    newsletter_settings: NewsletterSettingsTable;
    subscription_requests: SubscriptionRequestsTable;
    subscribers: SubscribersTable;
    newsletter_consents: NewsletterConsentsTable;
    newsletter_issues: NewsletterIssuesTable;
    newsletter_deliveries: NewsletterDeliveriesTable;
  }
}

/** One row, or none for a site whose owner has never switched the newsletter on. */
export interface NewsletterSettingsTable {
  id: string;
  is_on: number;
  /** When the next weekly digest goes out; null for none. */
  digest_at: number | null;
}

/** The links that confirm a subscription, each from its sending on. */
export interface SubscriptionRequestsTable {
  /** SHA-256 of the link's token, hexadecimal. */
  token_hash: string;
  /** Lower case, NFC. */
  email: string;
  expires_at: number;
  /** What the e-mail with the link said; null of an older version's. */
  words: string | null;
}

/** Subscribers of the newsletter. Unsubscribing deletes the row. */
export interface SubscribersTable {
  /** Time-ordered: an issue goes to those who were there when it began. */
  id: string;
  /** Lower case, NFC. */
  email: string;
  /** Opens nothing but the end of these letters; each letter carries it, so it is kept as it is. */
  secret: string;
  created_at: number;
  /** Letters in a row that the address refused for good. */
  bounces: number;
  /** When it had refused too many. */
  stopped_at: number | null;
}

/**
 * Who asked for the newsletter, and what became of it. An address has one that isn't ended at most; what a version before
 * this table noted of it is null or empty.
 */
export interface NewsletterConsentsTable {
  /** Time-ordered. */
  id: string;
  /** Lower case, NFC. */
  email: string;
  /** Which form it was asked for by. */
  form: string;
  /** What the form said, and from the confirmation on what the e-mail said. */
  words: string;
  asked_at: number | null;
  /** Null until the address has confirmed it. */
  confirmed_at: number | null;
  ended_at: number | null;
  ended_by: 'reader' | 'owner' | 'account' | null;
}

export type IssueState = 'draft' | 'sending' | 'paused' | 'stopped' | 'done';

/** A newsletter, with its text as it stood when it was made. */
export interface NewsletterIssuesTable {
  /** Time-ordered. */
  id: string;
  subject: string;
  /** A word before the blogs; empty for none. */
  note: string;
  /** JSON of `IssueBlog[]`. */
  blogs: string;
  state: IssueState;
  /** Why the site paused it by itself; empty where it didn't. */
  reason: string;
  /** When it goes on by itself; null where it is for the owner to say so. */
  again_at: Generated<number | null>;
  /** How often it was paused since a letter was taken: each pause is longer. */
  pauses: Generated<number>;
  /** Subscribers up to this id have been taken on; the rest follow in the order of ids. */
  taken_up_to: string;
  /** The last subscriber when it began. */
  last_subscriber: string;
  total: number;
  sent: number;
  failed: number;
  /** Letters that may have gone or not, and that are never sent again. */
  unknown: number;
  created_at: number;
  ended_at: number | null;
}

export type DeliveryState = 'waiting' | 'sending' | 'sent' | 'failed' | 'unknown';

/** The outcome of one letter. There is no row until a process takes it on. */
export interface NewsletterDeliveriesTable {
  issue_id: string;
  subscriber_id: string;
  state: DeliveryState;
  /** A random name of the process that has it. */
  holder: string;
  /** Until when its holder has it; for one that is to be tried again, when. */
  until: number;
  tries: number;
  changed_at: number;
}
