import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findAddresses } from './find-addresses.ts';

const linked = (text: string) =>
  findAddresses(text).flatMap(({ text: shown, href }) => (href === undefined ? [] : [shown]));

test.each([
  ['See https://example.org/a?b=c#d, please.', ['https://example.org/a?b=c#d']],
  [
    '(https://example.org/a_(b)) and https://example.org/c)',
    ['https://example.org/a_(b)', 'https://example.org/c'],
  ],
  ['HTTP://Example.org\nhttps://example.com!', ['HTTP://Example.org', 'https://example.com']],
  ['“https://münchen.example/straße”', ['https://münchen.example/straße']],
  ['<https://example.org/x>', ['https://example.org/x']],
  ['https://a.example,https://b.example/…', ['https://a.example,https://b.example/']],
])('%j holds the addresses %j', (text, addresses) => {
  expect(linked(text)).toEqual(addresses);
});

test.each([
  'javascript://example.org/%0Aalert(1)',
  'ftp://example.org',
  'xhttps://example.org',
  'https://',
  'https://?',
  'https://bank.example@evil.example/',
  'https://[',
  `https://example.org/${'a'.repeat(2_100)}`,
  'http:/example.org and example.org',
])('%j holds no address', (text) => {
  expect(findAddresses(text)).toEqual([{ text }]);
});

test('an address ends before a right-to-left override character', () => {
  expect(linked('https://example.org/a\u202Egnp.exe')).toEqual(['https://example.org/a']);
});

const pieces = fc.array(
  fc.constantFrom(
    'http',
    'https',
    '://',
    'a',
    '.',
    ')',
    '(',
    ' ',
    'é',
    '😀',
    '\n',
    '@',
    ':',
    '/',
    ']',
    '"',
  ),
  { maxLength: 60 },
);

test('the parts joined are the original text, and each link leads to a web address', () => {
  fc.assert(
    fc.property(pieces, (some) => {
      const text = some.join('');
      const parts = findAddresses(text);
      expect(parts.map((part) => part.text).join('')).toBe(text);
      for (const { href } of parts)
        if (href !== undefined) expect(href).toMatch(/^https?:\/\/[^/@]/);
    }),
  );
});
