import { defineProblem } from '../platform/contract/problems.ts';

/** What stands in the way of naming, dismissing and suspending people. */

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
