import { Problem } from '../../../platform/contract/problems.ts';
import { allFieldsRequired } from '../contract/account-text.ts';

export const unexpectedError = 'An unexpected error occurred.';

const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;

/** `2 minutes`, `1 hour`: rounded up, so that trying after it works. */
function spanOf(seconds: number): string {
  const [count, unit] =
    seconds < hourSeconds
      ? [Math.ceil(seconds / minuteSeconds), 'minute']
      : [Math.ceil(seconds / hourSeconds), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Why something about an account did not work, for the person who tried. */
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
  // Nobody could tell what is wrong, or where else to go.
  'foreign-origin',
];

/** The same for signing in, where all that isn't named is unexpected (specification, section 8). */
export function signInMessageOf(error: unknown): string {
  const isShown = error instanceof Problem && shownAtSignIn.includes(error.code);
  return isShown ? accountMessageOf(error) : unexpectedError;
}

/** The message under one field; the sentence about all fields is shown elsewhere. */
export function fieldMessageOf(message: string | undefined): string | undefined {
  return message === allFieldsRequired ? 'Please fill in this field.' : message;
}
