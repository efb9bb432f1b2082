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
