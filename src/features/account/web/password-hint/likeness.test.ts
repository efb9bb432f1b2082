import { expect, test } from 'vitest';
import { likenessOf } from './likeness.ts';

const common = new Set(['password', 'password1', 'dragon', 'trustno1']);

test.each(['Password', 'pAssWord', 'Password1', 'Trustno1'])(
  '%s is a common password',
  (password) => {
    expect(likenessOf(password, common)).toBe('same');
  },
);

test.each(['Dragon!', 'Dragon2024', 'Password123!?'])(
  '%s is a variation of a common password',
  (password) => {
    expect(likenessOf(password, common)).toBe('varied');
  },
);

test.each([
  '',
  '1',
  '123456!',
  'Dragonfly',
  'xDragon',
  'Dragon fire 2',
  'trustno2',
  '🔑'.repeat(128),
])('%s is not like a common password', (password) => {
  expect(likenessOf(password, common)).toBeUndefined();
});
