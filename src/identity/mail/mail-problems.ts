import { defineProblem } from '../../platform/contract/problems.ts';

export const addressNotProven = defineProblem(
  'address-not-proven',
  409,
  'Please confirm your email address first: we send emails to confirmed addresses only.',
);
