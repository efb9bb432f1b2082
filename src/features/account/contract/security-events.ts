/** What can happen to an account that its owner should be able to look up. */
export type SecurityEventKind =
  | 'sign-in'
  /** A sign-in by a browser and from a network that the account hadn't seen together. */
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
  /** By an owner, for the person who asked for it. */
  | 'data-exported';
