import { notFound, Problem } from '../../../platform/contract/problems.ts';

/** Why something in Manage did not work, for the person who tried. */
export function staffMessageOf(error: unknown): string {
  // 404 as if the call didn't exist: the viewer has been dismissed meanwhile.
  if (notFound.is(error)) return 'You may not do this any more.';
  if (error instanceof Problem && error.status < 500) return error.message;
  return 'That did not work. Nothing was changed; please try again.';
}
