import { expect, test } from 'vitest';
import {
  foreignOrigin,
  internalError,
  tooManyRequests,
} from '../../../platform/contract/problems.ts';
import { emailTaken, userNotFound, wrongPassword } from '../contract/problems.ts';
import { accountMessageOf, signInMessageOf, unexpectedError } from './account-messages.ts';

test.each([
  [1, '1 minute'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [3_599, '60 minutes'],
  [3_600, '1 hour'],
  [86_400, '24 hours'],
])('a wait of %i seconds is shown as %s', (retryAfter, span) => {
  const error = tooManyRequests({ retryAfter });
  expect(signInMessageOf(error)).toBe(`Too many attempts. Please try again in ${span}.`);
});

test('sign-in names an unknown email and a wrong password, and calls every other error unexpected', () => {
  expect(signInMessageOf(userNotFound())).toBe('No account found with this email.');
  expect(signInMessageOf(wrongPassword())).toBe('Incorrect password. Try again.');
  expect(signInMessageOf(internalError())).toBe(unexpectedError);
  expect(signInMessageOf(new TypeError('fetch failed'))).toBe(unexpectedError);
});

test("a visitor at a foreign origin is told the site's own address", () => {
  const message = 'This one goes by http://blog.lan: please open it there.';
  expect(signInMessageOf(foreignOrigin({ message }))).toBe(message);
  expect(accountMessageOf(foreignOrigin({ message }))).toBe(message);
});

test("outside of sign-in a problem's own message is shown, except for an internal error", () => {
  expect(accountMessageOf(emailTaken())).toBe('An account with this email already exists.');
  expect(accountMessageOf(internalError())).toBe(unexpectedError);
});
