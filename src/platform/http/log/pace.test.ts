import { expect, test } from 'vitest';
import { createPace } from './pace.ts';

test('each thing is said every ten seconds, with how often it went unsaid', () => {
  let now = 0;
  const pace = createPace(() => now);
  expect([pace('a'), pace('b'), pace('a'), pace('a')]).toEqual([0, 0, undefined, undefined]);
  now = 9_999;
  expect(pace('a')).toBeUndefined();
  now = 10_000;
  expect([pace('a'), pace('a'), pace('b')]).toEqual([3, undefined, 0]);
});

test('a clock that is set back keeps nobody silent', () => {
  let now = 1_000_000;
  const pace = createPace(() => now);
  pace('a');
  now = 0;
  expect(pace('a')).toBe(0);
});
