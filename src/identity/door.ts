import { defineProblem } from '../platform/contract/problems.ts';
import type { Write } from '../storage/storage.ts';

/** Who may make an account. Whoever has one comes in by it, whatever this says. */

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

/** Somebody who may be new here. */
export interface Newcomer {
  /** The network that they come from. */
  readonly network: string;
  /** The token of the link that they came by. */
  readonly invite?: string | undefined;
}

export interface Door {
  /** Throws one of the problems above; for telling somebody before any work is done. */
  assertOpen(newcomer: Newcomer): Promise<void>;
  /**
   * Lets somebody in whose account this write, alone among all, has just made; throws as above, and the account isn't
   * made.
   */
  enter(write: Write, personId: string, newcomer: Newcomer): Promise<void>;
}

/** Everybody may. */
export const openDoor: Door = {
  assertOpen: async () => {},
  enter: async () => {},
};
