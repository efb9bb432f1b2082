import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldNames, mapFields } from '../../../../../blog/fields.ts';
import type { DraftText } from '../../../common/contract.ts';
import { emptyText } from '../../../common/web/draft-text.ts';
import { diffTexts, wordsOfSide } from './diff-texts.ts';
import { comparisonOf, mergedText } from './merge-texts.ts';

const line = fc.constantFrom('one', 'two', 'three words here', '', '\r', '# four');
const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'));
const draft: fc.Arbitrary<DraftText> = fc.record({
  ...mapFields(fieldNames, () => line),
  longDescription: text,
});

test('taking the same side at each hunk gives the text of that side', () => {
  fc.assert(
    fc.property(draft, draft, draft, (base, mine, newest) => {
      const comparison = comparisonOf(base, mine, newest);
      const all = (side: 'mine' | 'newest') => comparison.hunks.map(() => side);
      expect(mergedText(comparison, all('mine'))).toEqual(mine);
      expect(mergedText(comparison, all('newest'))).toEqual(newest);
    }),
  );
});

test('the segments of a diff join to the texts, and its words to the line', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const segments = diffTexts(before, after);
      const joined = (side: 'before' | 'after') =>
        segments.map((segment) => (segment.isSame ? segment.text : segment[side])).join('');
      expect(joined('before')).toBe(before);
      expect(joined('after')).toBe(after);
      expect(
        wordsOfSide(before, after)
          .map((words) => words.text)
          .join(''),
      ).toBe(before);
    }),
  );
});

const longText = (longDescription: string): DraftText => ({ ...emptyText, longDescription });

test('the suggestion is the side that changed, and taking both loses nothing', () => {
  const base = longText('a\nb\nc\nd\n');
  const comparison = comparisonOf(base, longText('a\nB\nc\nd\n'), longText('a\nb\nc\nD\nE\n'));
  expect(comparison.hunks).toEqual([
    { field: 'longDescription', mine: 'B\n', newest: 'b\n', suggested: 'mine' },
    { field: 'longDescription', mine: 'd\n', newest: 'D\nE\n', suggested: 'newest' },
  ]);
  const suggested = comparison.hunks.map((hunk) => hunk.suggested);
  expect(mergedText(comparison, suggested).longDescription).toBe('a\nB\nc\nD\nE\n');
  expect(mergedText(comparison, ['both', 'both']).longDescription).toBe('a\nb\nB\nc\nD\nE\nd\n');
});

test.each([
  ['I took it out', 'a\nb\nc', 'a\nc', 'a\nb\nc', 'mine'],
  ['they took it out', 'a\nb\nc', 'a\nb\nc', 'a\nc', 'newest'],
  ['they put it in', 'a\nc', 'a\nc', 'a\nb\nc', 'newest'],
  ['I put it in', 'a\nc', 'a\nb\nc', 'a\nc', 'mine'],
  ['both changed it', 'a\nb\nc', 'a\nx\nc', 'a\ny\nc', 'mine'],
])('the suggestion where %s', (_, base, mine, newest, expected) => {
  const { hunks } = comparisonOf(longText(base), longText(mine), longText(newest));
  expect(hunks.map(({ suggested }) => suggested)).toEqual([expected]);
});

test('a one-line field, or texts with nothing in common, are a single hunk', () => {
  const mine = { ...emptyText, title: 'A b c' };
  const newest = { ...emptyText, title: 'A b d' };
  expect(comparisonOf(emptyText, mine, newest).hunks).toEqual([
    { field: 'title', mine: 'A b c', newest: 'A b d', suggested: 'mine' },
  ]);
});
