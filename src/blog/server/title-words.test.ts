import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOneErrorApart, spellingsOf, wordsOf } from './title-words.ts';

test('a title is split into words without case, accents and punctuation', () => {
  expect(wordsOf('Crème brûlée ÉCLAIRS more')).toEqual(['creme', 'brulee', 'eclairs', 'more']);
});

test('a word with a dot inside is also indexed without it', () => {
  expect(wordsOf('Node.js 26')).toEqual(['node', 'js', 'nodejs', '26', '.']);
});

test('a word is one error away when a letter is missing, extra, wrong or swapped', () => {
  for (const wrong of ['relese', 'releaase', 'relezse', 'rleease']) {
    expect(isOneErrorApart(wrong, 'release'), wrong).toBe(true);
  }
});

test('a word with two errors is not one error away', () => {
  for (const wrong of ['rlese', 'reelaaes', 'rezezse', 'release12']) {
    expect(isOneErrorApart(wrong, 'release'), wrong).toBe(false);
  }
});

const word = fc.string({ minLength: 4, maxLength: 12, unit: fc.constantFrom(...'abcdeéß中') });

test('every word one error apart shares a spelling, so that the look-up by key finds it', () => {
  const oneError = fc.tuple(word, fc.nat(11), fc.constantFrom('drop', 'add', 'change', 'swap'));
  fc.assert(
    fc.property(oneError, ([right, at, kind]) => {
      const letters = [...right];
      const index = at % letters.length;
      if (kind === 'drop') letters.splice(index, 1);
      if (kind === 'add') letters.splice(index, 0, 'x');
      if (kind === 'change') letters[index] = 'x';
      if (kind === 'swap' && index > 0) {
        [letters[index - 1], letters[index]] = [letters[index] ?? '', letters[index - 1] ?? ''];
      }
      const wrong = letters.join('');
      const shared = new Set(spellingsOf(wrong)).intersection(new Set(spellingsOf(right)));
      expect(shared.size).toBeGreaterThan(0);
      expect(wrong === right || isOneErrorApart(wrong, right)).toBe(true);
    }),
  );
});
