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

/** All authors and members, including authors of imported blogs who never had an account. */
export interface PeopleTable {
  id: string;
  name: string;
  /** Lower case, NFC; null for an imported author. */
  email: string | null;
  photo_url: string | null;
  bio: string | null;
  /** The identity provider's subject id; null for a person without an account. */
  subject: string | null;
  created_at: number;
  /** End of a deleted account's retention, until which it can be restored; null otherwise. */
  ends_at: number | null;
  /** With `is_editor` the role: `roleOf`. */
  role: Generated<RoleRow['role']>;
  is_editor: Generated<number>;
  /** Start and reason of a suspension; null if never suspended. An expired suspension may remain here. */
  suspended_at: number | null;
  /** End of the suspension; `unlimitedSuspension` for an unlimited one. */
  suspended_until: number | null;
  suspension_reason: string | null;
  /** Number of published blogs. Triggers keep it (migration 0015). */
  blog_count: Generated<number>;
}

/** Addresses of imported authors, from exports. Without effect until an account verifies the address. */
export interface ImportedAuthorsTable {
  person_id: string;
  /** Lower case, NFC. */
  email: string;
}

/** The search index of people with an account: `personWords`. */
export interface PersonWordsTable {
  word: string;
  person_id: string;
}

/** Audit log of staff actions. Triggers reject updates and deletes. */
export interface ActsTable {
  id: string;
  /** The actor, whose account may be deleted. Null for the operator of the server. */
  by_id: string | null;
  /** Such as `person-suspended`. */
  act: string;
  subject_kind: string;
  subject_id: string;
  /** The subject's title; empty for a person, whose name is deleted with the account. */
  subject_label: string;
  /** Empty where no reason is required. */
  reason: string;
  created_at: number;
}

/** The single code that gives a site without an owner its first one. */
export interface ClaimsTable {
  /** SHA-256 of the code, hexadecimal. */
  code_hash: string;
  made_at: number;
}

export interface SessionsTable {
  /** SHA-256 of the cookie's token, hexadecimal. */
  token_hash: string;
  /** Identifies the session in the person's list; not a credential. */
  id: string;
  person_id: string;
  /** Browser and system, from the user agent. */
  label: string;
  created_at: number;
  /** When the person authenticated; an exchange of ID tokens never makes it later. */
  authenticated_at: number;
  last_seen_at: number;
  /** Absolute timeout, however busy the session is. */
  expires_at: number;
}

/** API tokens of people's own programs. */
export interface PersonalTokensTable {
  /** SHA-256 of the token, hexadecimal. */
  token_hash: string;
  /** Identifies the token in the person's list; not a credential. */
  id: string;
  person_id: string;
  name: string;
  scope: TokenScope;
  created_at: number;
  /** Null for a token without expiry. */
  expires_at: number | null;
  last_used_at: number | null;
}

/** Usage of an account, for its quotas. */
export interface AccountUsageTable {
  person_id: string;
  /**
   * Bytes of text in blogs, their revisions, drafts and comments. Triggers keep it, so that it is correct however a row
   * was inserted or deleted (migration 0006).
   */
  text_bytes: Generated<number>;
  /** Start of the day that the next three columns count. */
  day_began_at: number;
  blogs: number;
  comments: number;
  /** Bytes of text written, still stored or not. */
  written_bytes: number;
}
