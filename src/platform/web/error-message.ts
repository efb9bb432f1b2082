import { Problem } from '../contract/problems.ts';

const unexpected = 'An unexpected error occurred. Please try again.';

/** The message to show for a failed action: the problem's own, or a general one for internal errors. */
export function errorMessageOf(error: unknown): string {
  return error instanceof Problem && error.code !== 'internal' ? error.message : unexpected;
}
