import { expect, test } from 'vitest';
import { createRecentKeys } from './recent-keys.ts';

test('a key is remembered for 2,000 further keys, and forgotten after 7,000', () => {
  const recent = createRecentKeys();
  expect(recent.note('a')).toBe(false);
  expect(recent.note('a')).toBe(true);
  for (let number = 0; number < 2_000; number += 1) recent.note(`first ${number}`);
  expect(recent.note('a')).toBe(true);
  for (let number = 0; number < 5_000; number += 1) recent.note(`then ${number}`);
  expect(recent.note('a')).toBe(false);
});
