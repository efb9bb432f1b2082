import { defineProblem } from '../platform/contract/problems.ts';

/** Reasons why a person can't be appointed, dismissed or suspended. */

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
