declare module '../../../../storage/schema.ts' {
  interface Schema {
    passkeys: PasskeysTable;
    authenticators: AuthenticatorsTable;
    recovery_codes: RecoveryCodesTable;
  }
}

/** Public halves of key pairs whose private halves never leave a person's devices (WebAuthn). */
export interface PasskeysTable {
  /** The device's name for the key pair, base64url; no two people have one. */
  credential_id: string;
  /** What the person's own list calls it; proves nothing. */
  id: string;
  person_id: string;
  /** COSE key, base64url. */
  public_key: string;
  /** How often the device says that it was used; 0 for ever where it doesn't count. */
  counter: number;
  /** JSON array: how the browser reaches the device, such as `usb`. */
  transports: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
}

/** The secret that a person's authenticator app makes its codes from; there only while codes are on. */
export interface AuthenticatorsTable {
  person_id: string;
  /** Base32. Readable, since codes are computed from it: see docs/decisions/0014-second-factors.md. */
  secret: string;
  /** The latest step whose code was used; neither it nor an earlier one works again. */
  last_step: number;
  created_at: number;
}

/** Recovery codes, for a person who lost all other factors; a used one is deleted. */
export interface RecoveryCodesTable {
  person_id: string;
  /** SHA-256 of person and code, hexadecimal. */
  code_hash: string;
}
