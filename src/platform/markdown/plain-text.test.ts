import { expect, test } from 'vitest';
import { countWords, plainTextOf } from './plain-text.ts';

test('plain text holds the visible words, without markup, addresses and comments', () => {
  const markdown =
    '# A *b*\n\n- [c](https://d.example)\n- `e`\n\n![f](/g.png) <b>h</b><!-- i -->\n\n| j | k |\n|-|-|\n| l | m |\n';
  expect(plainTextOf(markdown).split(/\s+/)).toEqual([
    'A',
    'b',
    'c',
    'e',
    'f',
    'h',
    'j',
    'k',
    'l',
    'm',
  ]);
});

test.each([
  ['', 0],
  ['one two, three - four', 4],
  ["it's **re**ally [one](https://two.example/three)", 3],
  ['我们今天去北京', 4],
  ['مرحبا بالعالم كيف الحال', 4],
  ['```\nlet a = 1\n```', 3],
])('%s has %i words', (markdown, words) => {
  expect(countWords(markdown)).toBe(words);
});
