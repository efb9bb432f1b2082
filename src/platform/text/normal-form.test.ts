import { expect, test } from 'vitest';
import { fold } from './fold.ts';
import { hasExcessiveMarks, toNfc } from './normal-form.ts';
import { textSchema } from './text-schema.ts';

// Marks of two combining classes in turn: their canonical ordering is slow. Normalizing this text takes minutes.
const pile = `a${'\u0301\u0323'.repeat(250_000)}`;

test('letters are composed, and ordinary marks of any script are not taken for piled up', () => {
  expect(toNfc('e\u0301')).toBe('é');
  for (const text of ['Việt Nam', 'שָׁלוֹם', 'ཧཱུྃ', `a${'\u0301'.repeat(30)}`])
    expect(hasExcessiveMarks(text)).toBe(false);
});

test('half a million marks on one letter are refused without being normalized', () => {
  expect(toNfc(pile)).toBe(pile);
  expect(fold(pile)).toBe('a');
  const result = textSchema({ name: 'Text', max: 1_000_000 }).safeParse(pile);
  expect(result.error?.issues.map(({ message }) => message)).toEqual([
    "Text holds characters that can't be used.",
  ]);
});
