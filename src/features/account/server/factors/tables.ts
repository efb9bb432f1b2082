declare module '../../../../storage/schema.ts' {
  interface Schema {
    passkeys: PasskeysTable;
    authenticators: AuthenticatorsTable;
    recovery_codes: RecoveryCodesTable;
  }
}

/** Public halves of key pairs whose private halves never leave a person's devices (WebAuthn). */
export interface PasskeysTable {
  /** The credential id, base64url; unique among all people. */
  credential_id: string;
  /** The id in the person's own list; no secret. */
  id: string;
  person_id: string;
  /** COSE key, base64url. */
  public_key: string;
  /** The device's counter of uses; always 0 for a device without one. */
  counter: number;
  /** JSON array of transports, such as `usb`. */
  transports: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
}

/** The secret of a person's authenticator app; the row exists only while codes are on. */
export interface AuthenticatorsTable {
  person_id: string;
  /** Base32. Stored in plain text, since codes are computed from it: see docs/decisions/0014-second-factors.md. */
  secret: string;
  /** The latest spent step; its code and earlier ones are refused. */
  last_step: number;
  created_at: number;
}

/** Recovery codes, for a person who lost all other factors; a used one is deleted. */
export interface RecoveryCodesTable {
  person_id: string;
  /** SHA-256 of person and code, hexadecimal. */
  code_hash: string;
}
