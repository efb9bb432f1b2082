import { Problem } from '../contract/problems.ts';

const unexpected = 'An unexpected error occurred. Please try again.';

/** Why something did not work, for the person who tried. */
export function errorMessageOf(error: unknown): string {
  return error instanceof Problem && error.code !== 'internal' ? error.message : unexpected;
}
