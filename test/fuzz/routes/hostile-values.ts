import fc from 'fast-check';
import type { Random } from '../random.ts';

/** Texts known to break programs: encodings, formats, names, numbers, other languages' syntax. */
const knownTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u0001\u001b[31m\u007f',
  '\ud800',
  'a\udfffb',
  '\ufeff',
  '\u202eabc\u2066',
  '\u2028\u2029',
  '\u200b\u200d\u00ad',
  '\u{e0001}\u{10ffff}',
  'e\u0301\u0323'.repeat(40),
  '\u1e9e\u0130\ufb03\u03c2',
  '\ufdfa'.repeat(30),
  '👩‍👩‍👧‍👦'.repeat(20),
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  '-1',
  '0',
  '1e309',
  '9007199254740993',
  '0x10',
  '%',
  '%00',
  '%zz',
  '%ff%fe',
  '%_%',
  '*',
  '"',
  '\\',
  "' OR '1'='1",
  "'; DROP TABLE blogs; --",
  '") MATCH "x',
  'NEAR(a b, 99999)',
  'a OR b NOT c',
  '$1',
  '?',
  ':name',
  '{{7*7}}',
  `\${7*7}`,
  '../../../../etc/passwd',
  '..%2f..%2f',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '//evil.example',
  '/\\evil.example',
  'http://[::1',
  'http://a:b@c',
  'http://xn--a.example',
  'https://example.org:99999/',
  '/images/../logout',
  '<script>alert(1)</script>',
  '\r\nSet-Cookie: a=b',
  '[a](javascript:alert(1))',
  '`'.repeat(50),
  '2026-13-45T99:99:99Z',
  '1970-01-01T00:00:00.000Z',
  '00000000-0000-0000-0000-000000000000',
  '01A1FB8B-1448-7C0B-AF21-84345062DC27',
  'a@b',
  'a@b.c',
  '"a b"@example.org',
  'ä@exämple.org',
  `${'a'.repeat(64)}@${'b'.repeat(63)}.org`,
];

/** Characters that SQLite or PostgreSQL can't store or compare. */
const unstorable: readonly string[] = ['\0', 'a\0b', '\ud800', '\uffff', '\ufffd'];

const arbitraryText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary-ascii', maxLength: 60 }),
);

/** Size of the pool that is generated once: generating values for each case takes longer than the requests. */
const poolSize = 3_000;

export interface HostileValues {
  text(random: Random): string;
  /** Any JSON value: a text, a number, a list, an object, with names that are special in JavaScript. */
  value(random: Random): unknown;
  /** A text of about `length` characters: exactly, or slightly more or less. */
  longText(random: Random, length: number): string;
}

const numbers: readonly number[] = [
  0,
  -0,
  1,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  1e20,
];
const names = ['id', '_id', 'length', 'then', 'toJSON', 'toString', 'valueOf', '$where', '0', ''];

/** An object that can't be converted to a string or a number: comparing it throws. */
const stubborn = { toString: '', valueOf: '' };
const knownObjects: readonly unknown[] = [
  stubborn,
  [stubborn],
  { length: stubborn },
  { size: stubborn, length: [{ toString: '' }] },
  { toJSON: stubborn },
];

export function createHostileValues(seed: number): HostileValues {
  const drawn = fc.sample(arbitraryText, { numRuns: poolSize, seed });
  const pool = [...drawn, ...Array.from({ length: 12 }, () => knownTexts).flat()];

  function text(random: Random): string {
    const one = random.pick(random.once(10) ? unstorable : pool);
    return random.once(4) ? one + random.pick(pool) : one;
  }
  function value(random: Random, depth = 0): unknown {
    const kind = random.below(depth < 3 ? 10 : 6);
    if (kind === 9) return random.pick(knownObjects);
    if (kind === 0) return null;
    if (kind === 1) return random.once(2);
    if (kind === 2) return random.pick(numbers);
    if (kind < 6) return text(random);
    const count = random.below(4);
    const parts = Array.from({ length: count }, () => value(random, depth + 1));
    if (kind === 6) return parts;
    return Object.fromEntries(
      parts.map((part) => [random.once(3) ? text(random) : random.pick(names), part]),
    );
  }
  return {
    text,
    value: (random) => value(random),
    longText(random, length) {
      const fragment = text(random) || 'a';
      const goal = Math.max(1, length + random.below(7) - 3);
      return fragment.repeat(Math.ceil(goal / fragment.length)).slice(0, goal);
    },
  };
}
