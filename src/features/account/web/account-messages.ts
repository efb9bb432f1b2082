import { Problem } from '../../../platform/contract/problems.ts';
import { allFieldsRequired } from '../contract/account-text.ts';

export const unexpectedError = 'An unexpected error occurred.';

const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;

/** `2 minutes`, `1 hour`: rounded up, so that a retry after it succeeds. */
function spanOf(seconds: number): string {
  const [count, unit] =
    seconds < hourSeconds
      ? [Math.ceil(seconds / minuteSeconds), 'minute']
      : [Math.ceil(seconds / hourSeconds), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The message for a person whose action on an account failed. */
export function accountMessageOf(error: unknown): string {
  if (!(error instanceof Problem) || error.status >= 500) return unexpectedError;
  if (error.code === 'too-many-requests' && error.retryAfter !== undefined) {
    return `Too many attempts. Please try again in ${spanOf(error.retryAfter)}.`;
  }
  return error.message;
}

const shownAtSignIn: readonly string[] = [
  'user-not-found',
  'wrong-password',
  'password-not-set',
  'account-deleted',
  'account-suspended',
  'sign-in-expired',
  'too-many-requests',
  // Without its message the person couldn't tell what is wrong, or which address to use.
  'foreign-origin',
];

/** The message for a failed sign-in; all codes not listed count as unexpected (specification, section 8). */
export function signInMessageOf(error: unknown): string {
  const isShown = error instanceof Problem && shownAtSignIn.includes(error.code);
  return isShown ? accountMessageOf(error) : unexpectedError;
}

/** The message under one field; the sentence about all fields is shown elsewhere. */
export function fieldMessageOf(message: string | undefined): string | undefined {
  return message === allFieldsRequired ? 'Please fill in this field.' : message;
}
