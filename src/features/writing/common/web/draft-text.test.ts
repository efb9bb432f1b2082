import { expect, test } from 'vitest';
import { fieldNames } from '../../../../blog/fields.ts';
import { emptyText, isSameText, textOf } from './draft-text.ts';

test.each(fieldNames)('a text that differs in %s alone is another one', (name) => {
  const other = { ...emptyText, [name]: 'x' };
  expect(isSameText(emptyText, other)).toBe(false);
  expect(isSameText(textOf(other), other)).toBe(true);
});
