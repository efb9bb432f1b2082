import { expect, test } from 'vitest';
import { createLogThrottle } from './log-throttle.ts';

test('a message is logged at most every ten seconds, with the number of suppressed repeats', () => {
  let now = 0;
  const throttle = createLogThrottle(() => now);
  expect([throttle('a'), throttle('b'), throttle('a'), throttle('a')]).toEqual([
    0,
    0,
    undefined,
    undefined,
  ]);
  now = 9_999;
  expect(throttle('a')).toBeUndefined();
  now = 10_000;
  expect([throttle('a'), throttle('a'), throttle('b')]).toEqual([3, undefined, 0]);
});

test('a clock that is set back suppresses no message', () => {
  let now = 1_000_000;
  const throttle = createLogThrottle(() => now);
  throttle('a');
  now = 0;
  expect(throttle('a')).toBe(0);
});
