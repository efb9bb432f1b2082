import { expect, test } from 'vitest';
import { adviceOn, type CardPicture } from './card-advice.ts';

const good: CardPicture = { status: 'shown', width: 1_200, height: 630 };
const text = { title: 'On engines', description: 'What they weave.' };
const adviceOf = (change: Partial<typeof text>, picture: CardPicture = good) =>
  adviceOn({ ...text, ...change }, picture).join(' ');

test('a complete link card gets no advice', () => {
  expect(adviceOf({})).toBe('');
  expect(adviceOf({ title: 'é'.repeat(70) })).toBe('');
  // An SVG may have no size of its own.
  expect(adviceOf({}, { status: 'shown', width: 0, height: 0 })).toBe('');
});

test('each shortcoming of a link card gets its advice', () => {
  expect(adviceOf({ title: ' ' })).toMatch('no title');
  expect(adviceOf({ title: '😀'.repeat(73) })).toMatch('3 fewer');
  expect(adviceOf({ description: '' })).toMatch('no short description');
  expect(adviceOf({}, { status: 'none' })).toMatch('site’s own');
  expect(adviceOf({}, { status: 'failed' })).toMatch('without one');
  expect(adviceOf({}, { status: 'shown', width: 599, height: 400 })).toMatch('599 × 400');
  expect(adviceOf({}, { status: 'shown', width: 700, height: 900 })).toMatch('taller than wide');
});
