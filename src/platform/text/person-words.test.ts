import { expect, test } from 'vitest';
import { askedPersonWords, personWords } from './person-words.ts';

test('the search words of a person are the words of the name, the e-mail address and its domain', () => {
  expect(personWords('Ada  LÓVELACE-King', 'ada.l@Example.org')).toEqual([
    'ada',
    'lovelace',
    'king',
    'ada.l@example.org',
    '@example.org',
  ]);
});

test('a search query becomes folded words without punctuation, and folded e-mail addresses', () => {
  expect(askedPersonWords(' Lóve, ADA "ada" ada.l@Exam @example.org')).toEqual([
    'love',
    'ada',
    'ada.l@exam',
    '@example.org',
  ]);
  expect(askedPersonWords('%_" \u0000')).toEqual([]);
});
