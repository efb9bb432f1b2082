import { notFound, Problem } from '../../../platform/contract/problems.ts';

/** The error message for a failed action in Manage. */
export function staffMessageOf(error: unknown): string {
  // A 404, as for an unknown call: the viewer's role has ended.
  if (notFound.is(error)) return 'You may not do this any more.';
  if (error instanceof Problem && error.status < 500) return error.message;
  return 'That did not work. Nothing was changed; please try again.';
}
