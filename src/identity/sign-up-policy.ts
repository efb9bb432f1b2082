import { defineProblem } from '../platform/contract/problems.ts';
import type { Write } from '../storage/storage.ts';

/** Policy for creating accounts. Signing in to an existing account is not affected. */

export const signUpClosed = defineProblem(
  'sign-up-closed',
  409,
  'This site takes no new accounts at the moment.',
);
export const invitationNeeded = defineProblem(
  'invitation-needed',
  409,
  'New accounts are by invitation here. Please open the link that you were sent.',
);
export const invitationOver = defineProblem(
  'invitation-over',
  409,
  'This invitation has been used or is over. Please ask for a new one.',
);

/** A visitor who may be about to create an account. */
export interface SignUpAttempt {
  /** The visitor's network, for rate limits. */
  readonly network: string;
  /** The token of the invitation link. */
  readonly invite?: string | undefined;
}

export interface SignUpPolicy {
  /** Throws one of the problems above. Called before any expensive work. */
  assertOpen(attempt: SignUpAttempt): Promise<void>;
  /**
   * Counts an account that this write, under the site-wide lock, has just created. Throws as above, which rolls it
   * back.
   */
  recordSignUp(write: Write, personId: string, attempt: SignUpAttempt): Promise<void>;
}

/** Anyone may create an account. */
export const openSignUp: SignUpPolicy = {
  assertOpen: async () => {},
  recordSignUp: async () => {},
};
