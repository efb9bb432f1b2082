/** Somebody with an account, as they see themselves. */
export interface Person {
  readonly id: string;
  /** Lower case, NFC. */
  readonly email: string;
  readonly displayName: string;
  readonly photoURL: string | null;
}
