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
])('who has to wait %i seconds is told %s', (retryAfter, span) => {
  const error = tooManyRequests({ retryAfter });
  expect(signInMessageOf(error)).toBe(`Too many attempts. Please try again in ${span}.`);
});

test('signing in names the two mistakes that people make, and calls everything else unexpected', () => {
  expect(signInMessageOf(userNotFound())).toBe('No account found with this email.');
  expect(signInMessageOf(wrongPassword())).toBe('Incorrect password. Try again.');
  expect(signInMessageOf(internalError())).toBe(unexpectedError);
  expect(signInMessageOf(new TypeError('fetch failed'))).toBe(unexpectedError);
});

test('who has opened the site by another name is told the one that it goes by', () => {
  const message = 'This one goes by http://blog.lan: please open it there.';
  expect(signInMessageOf(foreignOrigin({ message }))).toBe(message);
  expect(accountMessageOf(foreignOrigin({ message }))).toBe(message);
});

test('elsewhere the reason is told, unless it is ours', () => {
  expect(accountMessageOf(emailTaken())).toBe('An account with this email already exists.');
  expect(accountMessageOf(internalError())).toBe(unexpectedError);
});
