import type { Generated } from 'kysely';

/**
 * The tables as the queries see them. Times are milliseconds since 1970 (UTC), flags are 0 or 1: both engines
 * store and compare these alike. The migrations beside this file make the tables.
 */
export interface Schema {
  people: PeopleTable;
  blogs: BlogsTable;
  title_words: TitleWordsTable;
  title_word_spellings: TitleWordSpellingsTable;
  changes: ChangesTable;
  credentials: CredentialsTable;
  linked_identities: LinkedIdentitiesTable;
  sessions: SessionsTable;
  signing_keys: SigningKeysTable;
  one_time_tokens: OneTimeTokensTable;
  counted_tries: CountedTriesTable;
  remembered_results: RememberedResultsTable;
  blog_revisions: BlogRevisionsTable;
  saved_drafts: SavedDraftsTable;
  comments: CommentsTable;
  wishes: WishesTable;
}

/** Everybody who wrote something: members, and authors of imported blogs who never had an account. */
export interface PeopleTable {
  id: string;
  name: string;
  /** Lower case, NFC; null for an imported author. */
  email: string | null;
  photo_url: string | null;
  bio: string | null;
  /** The person's own id once they have an account; null for whoever has none. */
  subject: string | null;
  created_at: number;
}

export interface BlogsTable {
  id: string;
  title: string;
  /** The title without case and accents, for search. */
  title_folded: string;
  image_url: string;
  category: string;
  short_description: string;
  /** Markdown. */
  long_description: string;
  word_count: number;
  author_id: string | null;
  created_at: number;
  updated_at: number;
  /** Grows by one at every save; the entity tag of the blog. */
  version: Generated<number>;
  /** Where an imported blog came from, so that a second import finds it. */
  source_key: string | null;
}

/** Which words a blog's title holds. */
export interface TitleWordsTable {
  word: string;
  blog_id: string;
}

/** Each known word under every spelling that lacks one letter, so that one typing error is a look-up by key. */
export interface TitleWordSpellingsTable {
  spelling: string;
  word: string;
}

/** What committed writes touched, in order; how other processes on the same SQLite file learn of it. */
export interface ChangesTable {
  seq: Generated<number>;
  tag: string;
}

/** What the site knows of an account beyond the profile. */
export interface CredentialsTable {
  person_id: string;
  /** PHC string of argon2id with its parameters; null for whoever only signs in elsewhere. */
  password_hash: string | null;
  /** 1 once the person proved that the address is theirs. */
  is_email_verified: number;
  /** Grows when everything handed out before is to end; ID tokens carry it. */
  generation: number;
}

/** People as other identity providers know them: the key is the pair, never an e-mail address. */
export interface LinkedIdentitiesTable {
  issuer: string;
  subject: string;
  person_id: string;
  created_at: number;
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
  last_seen_at: number;
  /** The end, however busy the session is. */
  expires_at: number;
}

/** Public halves of the keys that sign ID tokens; a private half never leaves the process that made it. */
export interface SigningKeysTable {
  id: string;
  /** JSON Web Key. */
  public_jwk: string;
  expires_at: number;
}

/** Secrets that work once: links in letters, the steps of a sign-in elsewhere, ID tokens that were used. */
export interface OneTimeTokensTable {
  /** SHA-256 of the token, hexadecimal. */
  token_hash: string;
  purpose: string;
  person_id: string | null;
  /** JSON, sealed with the token; its shape belongs to the purpose. */
  payload: string;
  expires_at: number;
}

/** What people and networks tried lately, as far as a limit counts it. */
export interface CountedTriesTable {
  /** The rule's name, a blank, and who is counted. */
  key: string;
  /** JSON array of the times, the oldest first. */
  times: string;
  /** Nothing passes before. */
  blocked_until: number;
  /** Says nothing any more after. */
  expires_at: number;
}

/** What a request with an idempotency key made, so that its retry makes nothing more. */
export interface RememberedResultsTable {
  person_id: string;
  /** What was asked for, such as `addBlog`; each has keys of its own. */
  purpose: string;
  key: string;
  /** SHA-256 of what was sent, hexadecimal. */
  fingerprint: string;
  result_id: string;
  created_at: number;
}

/** The text of a blog as it was before a save. */
export interface BlogRevisionsTable {
  blog_id: string;
  version: number;
  title: string;
  image_url: string;
  category: string;
  short_description: string;
  long_description: string;
  word_count: number;
  /** When this text was saved, not when it was replaced. */
  saved_at: number;
}

/** What somebody is writing and hasn't published. */
export interface SavedDraftsTable {
  person_id: string;
  /** `new`, or the id of the blog that is being changed. */
  key: string;
  /** JSON, so that text which no blog may hold is kept as it is, too. */
  text: string;
  /** Entity tag of the blog that the text was begun from. */
  base_tag: string | null;
  /** Another one at each save. */
  revision: string;
  device: string;
  /** Grows with each save of the same device. */
  sequence: number;
  saved_at: number;
}

export interface CommentsTable {
  /** Time-ordered. */
  id: string;
  blog_id: string;
  person_id: string;
  text: string;
  created_at: number;
}

/** What somebody wants to read; it outlives the blog. */
export interface WishesTable {
  id: string;
  person_id: string;
  blog_id: string;
  /** The blog's title when it was wished, for when the blog is gone. */
  title: string;
  created_at: number;
}
