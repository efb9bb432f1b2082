import { Secret } from 'otpauth';
import { expect, test } from 'vitest';
import { codeOf, createCodeSecret, keyUri, stepOf, stepOfCode } from './time-codes.ts';

/** The secret in the examples of RFC 4226 and RFC 6238. */
const secret = Secret.fromUTF8('12345678901234567890').base32;

// RFC 4226, appendix D.
test.each([
  '755224',
  '287082',
  '359152',
  '969429',
  '338314',
  '254676',
  '287922',
  '162583',
  '399871',
  '520489',
])('the first ten codes include %s of RFC 4226', (code) => {
  const codes = Array.from({ length: 10 }, (_, step) => codeOf(secret, step));
  expect(codes).toContain(code);
});

// RFC 6238, appendix B, SHA-1.
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('%i seconds after 1970 the code is %s as in RFC 6238', (seconds, code) => {
  expect(codeOf(secret, stepOf(seconds * 1_000), 8)).toBe(code);
});

test('a code is valid in its own half minute and in the ones before and after', () => {
  const now = 1_700_000_010_000;
  const step = stepOf(now);
  const found = [-2, -1, 0, 1, 2].map((away) =>
    stepOfCode(secret, codeOf(secret, step + away), now),
  );
  expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
  for (const wrong of ['', '12345', '1234567', 'abcdef', '😀😀😀']) {
    expect(stepOfCode(secret, wrong, now)).toBeUndefined();
  }
});

test('each secret is random with 160 bits, and the otpauth URI holds all parameters', () => {
  const secrets = Array.from({ length: 20 }, createCodeSecret);
  expect(new Set(secrets).size).toBe(20);
  for (const one of secrets) expect(one).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(keyUri(secret, 'ada+x@example.org', 'The Content Hub'));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toBe('/The Content Hub:ada+x@example.org');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret,
    issuer: 'The Content Hub',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
