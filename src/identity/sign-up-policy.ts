import { defineProblem } from '../platform/contract/problems.ts';
import type { Write } from '../storage/storage.ts';

/** Who may create an account. It doesn't concern signing in to an existing one. */

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
export interface Newcomer {
  /** The visitor's network. */
  readonly network: string;
  /** The token of the invitation that they followed. */
  readonly invite?: string | undefined;
}

export interface SignUpPolicy {
  /** Throws one of the problems above; asked before any expensive work is done. */
  assertOpen(newcomer: Newcomer): Promise<void>;
  /** Counts an account that this write, under the site-wide lock, has just created. Throws as above, which undoes it. */
  recordSignUp(write: Write, personId: string, newcomer: Newcomer): Promise<void>;
}

/** Everybody may create an account. */
export const openSignUp: SignUpPolicy = {
  assertOpen: async () => {},
  recordSignUp: async () => {},
};
