declare module '../../../storage/schema.ts' {
  interface Schema {
    credentials: CredentialsTable;
    linked_identities: LinkedIdentitiesTable;
    signing_keys: SigningKeysTable;
    one_time_tokens: OneTimeTokensTable;
    security_events: SecurityEventsTable;
  }
}

/** The embedded identity provider's data about a person, beyond the profile. */
export interface CredentialsTable {
  person_id: string;
  /** PHC string of argon2id with its parameters; null for a person who only signs in with Google. */
  password_hash: string | null;
  /** 1 once the address is verified. */
  is_email_verified: number;
  /** Incremented to revoke all tokens issued before; ID tokens contain it. */
  generation: number;
}

/** People's identities at other providers: the key is the pair, never an e-mail address. */
export interface LinkedIdentitiesTable {
  issuer: string;
  subject: string;
  person_id: string;
  created_at: number;
}

/** Public keys for ID tokens; a private key never leaves the process that created it. */
export interface SigningKeysTable {
  id: string;
  /** JSON Web Key. */
  public_jwk: string;
  expires_at: number;
}

/** One-time secrets: links in e-mails, and the steps of a Google sign-in. */
export interface OneTimeTokensTable {
  /** SHA-256 of the token, hexadecimal. */
  token_hash: string;
  purpose: string;
  person_id: string | null;
  /** Encrypted JSON, specific to the purpose. */
  payload: string;
  expires_at: number;
}

/** Security events of accounts. Append-only: rows are deleted when they are old, and the database refuses updates. */
export interface SecurityEventsTable {
  /** UUIDv7: in the order of time. */
  id: string;
  person_id: string;
  kind: string;
  /** Browser and system, according to the user agent. */
  browser: string;
  /** The usual range of one customer, such as `192.0.2.0/24`. */
  network: string;
  created_at: number;
}
