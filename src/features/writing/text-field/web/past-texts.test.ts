import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeBetween } from '../../common/change-between.ts';
import { createPastTexts } from './past-texts.ts';

const at = (place: number) => ({ start: place, end: place });

test('typing without a pause is one undo step, and typing after a pause another', () => {
  let now = 0;
  const past = createPastTexts(() => now);
  past.begin('');
  past.changed('O', at(1));
  past.changed('On', at(2));
  now = 499;
  past.changed('One', at(3));
  now = 999;
  past.changed('One two', at(7));
  past.changed('One two', at(2));
  expect(past.all().map(({ text }) => text)).toEqual(['', 'One', 'One two']);
  past.begin('Another');
  expect(past.all()).toEqual([{ text: 'Another', selection: at(0) }]);
});

test('the oldest undo steps are dropped above the limits of number and size', () => {
  let now = 0;
  const past = createPastTexts(() => (now += 1_000));
  past.begin('');
  for (let count = 1; count <= 60; count += 1) past.changed('a'.repeat(count), at(count));
  expect(past.all().map(({ text }) => text.length)).toEqual(
    Array.from({ length: 50 }, (_, index) => index + 11),
  );
  const book = 'b'.repeat(1_500_000);
  past.changed(book, at(0));
  past.changed(`${book}c`, at(0));
  past.changed(`${book}cd`, at(0));
  expect(past.all().map(({ text }) => text.length)).toEqual([1_500_001, 1_500_002]);
  past.begin('e'.repeat(5_000_000));
  expect(past.all()).toHaveLength(1);
});

test('the change between two texts turns one into the other', () => {
  const words = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '😀'), maxLength: 12 });
  fc.assert(
    fc.property(words, words, (before, after) => {
      const { from, to, insert } = changeBetween(before, after);
      expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
    }),
  );
});
