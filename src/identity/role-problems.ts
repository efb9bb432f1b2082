import { defineProblem } from '../platform/contract/problems.ts';

/** Reasons why a person can't be appointed, dismissed or suspended, or can't decide something. */

export const accountSuspended = defineProblem(
  'account-suspended',
  409,
  'This account is suspended.',
);
export const lastOwner = defineProblem(
  'last-owner',
  409,
  'This site would have no owner. Name another one first: under Manage, People.',
);
export const ownersOnly = defineProblem(
  'owners-only',
  409,
  'Only an owner decides about those who keep this site in order, and about what they wrote.',
);
export const anotherOwnersOnly = defineProblem(
  'another-owners-only',
  409,
  'This is about you, or what you wrote. Another owner decides it.',
);
export const factorNeeded = defineProblem(
  'factor-needed',
  409,
  'Who keeps this site in order needs a second factor. Add a passkey or an authenticator app on your account page first.',
);
