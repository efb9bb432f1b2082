import type { Generated } from 'kysely';
import type { TokenScope } from '../platform/contract/define-endpoint.ts';
import type { RoleRow } from './person.ts';

declare module '../storage/schema.ts' {
  interface Schema {
    account_usage: AccountUsageTable;
    acts: ActsTable;
    claims: ClaimsTable;
    imported_authors: ImportedAuthorsTable;
    people: PeopleTable;
    person_words: PersonWordsTable;
    personal_tokens: PersonalTokensTable;
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
  /** The identity provider's name for this person; null for a person without an account. */
  subject: string | null;
  created_at: number;
  /** For an account that was deleted: when it is gone for good; until then it can be restored. */
  ends_at: number | null;
  /** With `is_editor` the person's role: `roleOf`. */
  role: Generated<RoleRow['role']>;
  is_editor: Generated<number>;
  /** When the person was suspended, and why; null if never. A suspension that is over may remain here. */
  suspended_at: number | null;
  /** Until when; `forGood` for good. */
  suspended_until: number | null;
  suspension_reason: string | null;
  /** How many blogs they have published that stand. Triggers keep it (migration 0015). */
  blog_count: Generated<number>;
}

/** The address that an export gives of an imported author. It says nothing until an account proves it. */
export interface ImportedAuthorsTable {
  person_id: string;
  /** Lower case, NFC. */
  email: string;
}

/** What a person with an account is found by: `personWords`. */
export interface PersonWordsTable {
  word: string;
  person_id: string;
}

/** What those who keep the site in order did. Triggers refuse to change a row, or to take one away. */
export interface ActsTable {
  id: string;
  /** Who did it: they may be gone. Null for the operator of the server. */
  by_id: string | null;
  /** Such as `person-suspended`. */
  act: string;
  subject_kind: string;
  subject_id: string;
  /** What it was called; empty for a person, whose name is theirs to take along. */
  subject_label: string;
  /** Empty where none is asked for. */
  reason: string;
  created_at: number;
}

/** The one code by which a site that nobody owns gets its owner. */
export interface ClaimsTable {
  /** SHA-256 of the code, hexadecimal. */
  code_hash: string;
  made_at: number;
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

/** By what a person's own programs use the API. */
export interface PersonalTokensTable {
  /** SHA-256 of the token, hexadecimal. */
  token_hash: string;
  /** What the person's own list calls it; opens nothing. */
  id: string;
  person_id: string;
  name: string;
  scope: TokenScope;
  created_at: number;
  /** Null for one without an end. */
  expires_at: number | null;
  last_used_at: number | null;
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
