declare module '../../../storage/schema.ts' {
  interface Schema {
    credentials: CredentialsTable;
    linked_identities: LinkedIdentitiesTable;
    signing_keys: SigningKeysTable;
    one_time_tokens: OneTimeTokensTable;
    security_events: SecurityEventsTable;
  }
}

/** What the embedded identity provider knows of a person beyond the profile. */
export interface CredentialsTable {
  person_id: string;
  /** PHC string of argon2id with its parameters; null for a person who only signs in with Google. */
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

/** Public halves of the keys that sign ID tokens; a private half never leaves the process that made it. */
export interface SigningKeysTable {
  id: string;
  /** JSON Web Key. */
  public_jwk: string;
  expires_at: number;
}

/** Secrets that work once: links in letters, and the steps of a Google sign-in. */
export interface OneTimeTokensTable {
  /** SHA-256 of the token, hexadecimal. */
  token_hash: string;
  purpose: string;
  person_id: string | null;
  /** JSON; its shape belongs to the purpose. */
  payload: string;
  expires_at: number;
}

/** What happened to accounts. Rows are only ever added, and go when they are old; the database refuses to change one. */
export interface SecurityEventsTable {
  /** UUIDv7: in the order of time. */
  id: string;
  person_id: string;
  kind: string;
  /** Browser and system, as far as the user agent told. */
  browser: string;
  /** As far as one customer usually reaches, such as `192.0.2.0/24`. */
  network: string;
  created_at: number;
}
