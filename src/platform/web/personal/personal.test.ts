import { expect, test } from 'vitest';
import { reader, readerOf } from './personal.ts';

test('a name that two readers share resolves to neither', () => {
  const read = reader('one of two', () => '');
  expect(readerOf('one of two')).toBe(read);
  reader('one of two', () => '');
  expect(readerOf('one of two')).toBeUndefined();
});
