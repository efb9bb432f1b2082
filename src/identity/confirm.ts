import type { Session } from './session/session.ts';

/**
 * Verifies the caller's identity again: by the password, or by a recent sign-in for an account without one. Throws if
 * the proof is wrong.
 */
export type Confirm = (proof: {
  readonly session: Session;
  readonly password: string;
  readonly network: string;
}) => Promise<unknown>;
