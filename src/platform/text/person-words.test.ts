import { expect, test } from 'vitest';
import { askedPersonWords, personWords } from './person-words.ts';

test('somebody is found by the words of their name, their address and its domain', () => {
  expect(personWords('Ada  LÓVELACE-King', 'ada.l@Example.org')).toEqual([
    'ada',
    'lovelace',
    'king',
    'ada.l@example.org',
    '@example.org',
  ]);
});

test('a search asks for words without their signs, and for addresses as they stand', () => {
  expect(askedPersonWords(' Lóve, ADA "ada" ada.l@Exam @example.org')).toEqual([
    'love',
    'ada',
    'ada.l@exam',
    '@example.org',
  ]);
  expect(askedPersonWords('%_" \u0000')).toEqual([]);
});
