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

/** Confirmation links, each stored when its e-mail is sent. */
export interface SubscriptionRequestsTable {
  /** SHA-256 of the link's token, hexadecimal. */
  token_hash: string;
  /** Lower case, NFC. */
  email: string;
  expires_at: number;
  /** The text of the e-mail; null if stored by an older version. */
  words: string | null;
}

/** Subscribers of the newsletter. Unsubscribing deletes the row. */
export interface SubscribersTable {
  /** Time-ordered: an issue goes to subscribers up to the last id at its start. */
  id: string;
  /** Lower case, NFC. */
  email: string;
  /** Can end these e-mails and nothing else. Stored unhashed, because each e-mail contains it. */
  secret: string;
  created_at: number;
  /** Consecutive e-mails that the address refused permanently. */
  bounces: number;
  /** When `bounces` reached its limit. */
  stopped_at: number | null;
}

/**
 * Consents: requests, confirmations and ends of subscriptions. Each address has at most one open consent. Null and
 * empty values: not recorded by versions without this table.
 */
export interface NewsletterConsentsTable {
  /** Time-ordered. */
  id: string;
  /** Lower case, NFC. */
  email: string;
  /** The form used. */
  form: string;
  /** The form's text, and, once confirmed, the e-mail's text. */
  words: string;
  asked_at: number | null;
  /** Null until the address has confirmed it. */
  confirmed_at: number | null;
  ended_at: number | null;
  ended_by: 'reader' | 'owner' | 'account' | null;
}

export type IssueState = 'draft' | 'sending' | 'paused' | 'stopped' | 'done';

/** A newsletter, with its text as of its creation. */
export interface NewsletterIssuesTable {
  /** Time-ordered. */
  id: string;
  subject: string;
  /** An introduction before the blogs; may be empty. */
  note: string;
  /** JSON of `IssueBlog[]`. */
  blogs: string;
  state: IssueState;
  /** Why the site paused it automatically; empty otherwise. */
  reason: string;
  /** When it resumes automatically; null where the owner has to resume it. */
  again_at: Generated<number | null>;
  /** Pauses since an e-mail was last accepted: each pause is longer. */
  pauses: Generated<number>;
  /** Subscribers up to this id have been leased; the others follow in order of ids. */
  taken_up_to: string;
  /** The last subscriber's id at its start. */
  last_subscriber: string;
  total: number;
  sent: number;
  failed: number;
  /** E-mails that may or may not have been sent, and aren't retried automatically. */
  unknown: number;
  created_at: number;
  ended_at: number | null;
}

export type DeliveryState = 'waiting' | 'sending' | 'sent' | 'failed' | 'unknown';

/** The state of one e-mail. The row is created when a process leases it. */
export interface NewsletterDeliveriesTable {
  issue_id: string;
  subscriber_id: string;
  state: DeliveryState;
  /** A random id of the process that holds the lease. */
  holder: string;
  /** When the lease expires, or when the e-mail is retried. */
  until: number;
  tries: number;
  changed_at: number;
}
