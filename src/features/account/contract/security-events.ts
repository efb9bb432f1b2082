/** Security events of an account, which its owner can look up. */
export type SecurityEventKind =
  | 'sign-in'
  /** A sign-in by a combination of browser and network that is new to the account. */
  | 'new-device'
  | 'many-failures'
  | 'session-ended'
  | 'sessions-ended'
  | 'password-changed'
  | 'address-changed'
  | 'google-linked'
  | 'passkey-added'
  | 'passkey-removed'
  | 'passkey-copied'
  | 'codes-on'
  | 'codes-off'
  | 'recovery-code-used'
  | 'recovery-codes-renewed'
  | 'token-made'
  | 'token-revoked'
  | 'account-deleted'
  | 'account-called-back'
  /** By an owner, at the person's request. */
  | 'data-exported';
