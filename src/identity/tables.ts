declare module '../storage/schema.ts' {
  interface Schema {
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
