import { expect, test } from 'vitest';
import { newPasswordSchema } from '../src/features/account/contract/account-text.ts';
import { commonPasswords } from './common-passwords.ts';

const list = commonPasswords();

test('the list holds common passwords in lower case, each once and without blanks', () => {
  expect(list).toEqual(expect.arrayContaining(['password', 'qwerty', 'dragon', 'trustno1']));
  expect(list.length).toBeGreaterThan(6_000);
  expect(new Set(list).size).toBe(list.length);
  expect(list.filter((one) => one !== one.toLowerCase() || /\s/.test(one))).toEqual([]);
});

test('every listed password satisfies the password rules once it has a capital letter', () => {
  const capital = (one: string) => one.replace(/[a-z]/, (letter) => letter.toUpperCase());
  expect(list.filter((one) => !newPasswordSchema.safeParse(capital(one)).success)).toEqual([]);
  expect(list).not.toContain('123456');
});
