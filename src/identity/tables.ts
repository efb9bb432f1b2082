import type { Generated } from 'kysely';

declare module '../storage/schema.ts' {
  interface Schema {
    account_usage: AccountUsageTable;
    people: PeopleTable;
    sessions: SessionsTable;
  }
}

/** Everybody who wrote something: members, and authors of imported blogs who never had an account. */
export interface PeopleTable {
  id: string;
  name: string;
  /** Lower case, NFC; null for an imported author. */
  email: string | null;
  photo_url: string | null;
  bio: string | null;
  /** The identity provider's name for this person; null for whoever has no account. */
  subject: string | null;
  created_at: number;
  /** For an account that was deleted: when it is gone for good; until then it can be called back. */
  ends_at: number | null;
}

export interface SessionsTable {
  /** SHA-256 of the cookie's token, hexadecimal. */
  token_hash: string;
  /** What the person's own list calls it; opens nothing. */
  id: string;
  person_id: string;
  /** Browser and system, as far as its user agent tells. */
  label: string;
  created_at: number;
  /** When the person proved who they are; an exchange of ID tokens never makes it later. */
  authenticated_at: number;
  last_seen_at: number;
  /** The end, however busy the session is. */
  expires_at: number;
}

/** What a person takes up; the quotas are measured against it. */
export interface AccountUsageTable {
  person_id: string;
  /**
   * Bytes of text in blogs, their revisions, drafts and comments. Triggers keep it, so that it is the sum whatever way
   * a row came or went (migration 0006).
   */
  text_bytes: Generated<number>;
  /** When the day began that the next three count. */
  day_began_at: number;
  blogs: number;
  comments: number;
  /** Bytes of text that were written, whether they are still there or not. */
  written_bytes: number;
}
