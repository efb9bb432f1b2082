import { expect, test } from 'vitest';
import { Refused } from '../platform/text/read-value.ts';
import { readTags, tagKey, tagMax, tagsMax, tagsTextMax, takeTags } from './tags.ts';

test.for([
  ['', ''],
  [' , ,#, ', ''],
  ['Slow   travel,bread\n, #History ,bread', 'Slow travel, bread, History'],
  // The first of two spellings stays.
  ['JavaScript, javascript, JAVA­SCRIPT', 'JavaScript'],
  ['Cafe\u0301, café', 'Café'],
  ['slow travel, Slow-Travel, slow_travel', 'slow travel'],
  ['خبز، سفر', 'خبز, سفر'],
  ['面包、旅行，茶', '面包, 旅行, 茶'],
  ['🍞, 👩🏽‍🍳', '🍞, 👩🏽‍🍳'],
  ['C, C++, C#', 'C, C++, C#'],
  ['\u202Edlog', 'dlog'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['##one #two', 'one #two'],
] as const)('%j is read as %j', ([given, tags]) => {
  const read = readTags(given);
  expect(read).toBe(tags);
  expect(readTags(String(read))).toBe(read);
});

test.for([
  ['x'.repeat(tagMax + 1), 'A tag can have at most 40 characters.'],
  [`${'😀'.repeat(tagMax)}😀`, 'A tag can have at most 40 characters.'],
  ['.', 'A tag needs a letter or a number.'],
  ['..', 'A tag needs a letter or a number.'],
  ['--', 'A tag needs a letter or a number.'],
  ['/', 'A tag needs a letter or a number.'],
  ['a\u0007b', "A tag holds characters that can't be used."],
  ['a\uD800', "A tag holds characters that can't be used."],
  [`a${'\u0301'.repeat(100)}`, "A tag holds characters that can't be used."],
  [
    Array.from({ length: tagsMax + 1 }, (_, index) => `t${index}`).join(),
    'A blog can have at most 10 tags.',
  ],
  [','.repeat(tagsTextMax + 1), 'A blog can have at most 10 tags of 40 characters.'],
] as const)('%j is refused', ([given, message]) => {
  const refused = readTags(given);
  expect(refused).toBeInstanceOf(Refused);
  expect(refused).toHaveProperty('message', message);
});

test('the key of a tag key is itself, and a key is one segment of a path', () => {
  for (let code = 0; code <= 0x1ffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const key = tagKey(`a${String.fromCodePoint(code)}b ${String.fromCodePoint(code)}`);
    const path = `/tags/${encodeURIComponent(key)}`;
    const isSafe =
      tagKey(key) === key && !/[\s/\\%,]/u.test(key) && new URL(path, 'http://x').pathname === path;
    if (!isSafe) expect.fail(`U+${code.toString(16)} becomes ${JSON.stringify(key)}`);
  }
});

test('takeTags keeps what can be a tag of imported tags and drops the rest', () => {
  const many = Array.from({ length: 15 }, (_, index) => `Tag ${index}`);
  expect(takeTags(many)).toBe(many.slice(0, tagsMax).join(', '));
  expect(takeTags(['a\u0000b', '..', '\uD800', '#x', 'X', 'one, two', 'y'.repeat(200)])).toBe(
    `a b, x, one, two, ${'y'.repeat(tagMax)}`,
  );
});
