import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginningsOf, searchWordsOf } from './search-words.ts';

const letters = fc.stringMatching(/^[a-z]{3,8}$/);
const ending = fc.constantFrom('', 's', 'y', 'ys', 'ed', 'ied', 'ing', 'ying', 'ies', 'ization');
const word = fc.tuple(letters, ending).map((parts) => parts.join(''));

test('a word is among those with the beginning of its own stem, in either case', () => {
  fc.assert(
    fc.property(word, (written) => {
      const [own] = searchWordsOf(written, 1);
      const beginnings = beginningsOf([own?.key ?? '']);
      expect(searchWordsOf(written, 1, beginnings)).toEqual([own]);
      expect(searchWordsOf(written.toUpperCase(), 1, beginnings)).toEqual([own]);
    }),
  );
});

test('words with other beginnings are counted, and left out', () => {
  const words = searchWordsOf('A saying of wise sailors', Infinity, beginningsOf(['sai']));
  expect(words.map(({ folded, place }) => ({ folded, place }))).toEqual([
    { folded: 'saying', place: 1 },
    { folded: 'sailors', place: 4 },
  ]);
});
