import { expect, test } from 'vitest';
import { paths } from '../paths.ts';
import { readAddress } from './define-page.ts';

const everything = { filter: '', search: '', sort: '', cursor: '' };
const read = (query: string) => readAddress(paths.allBlogs, new URLSearchParams(query));

test('an address without a query asks for everything', () => {
  expect(read('')).toEqual({ query: everything, refusal: undefined });
});

test("the address keeps filter, search and page; blanks around a search don't count", () => {
  expect(read('filter=Travel&search=+night+train+&cursor=abc&other=1').query).toEqual({
    ...everything,
    filter: 'Travel',
    search: 'night train',
    cursor: 'abc',
  });
});

test('a category may be written in any case', () => {
  expect(read('filter=tRAVEL')).toEqual({
    query: { ...everything, filter: 'Travel' },
    refusal: undefined,
  });
});

test('an unknown category is reported, and the rest of the query still applies', () => {
  expect(read('filter=Cooking&search=soup')).toEqual({
    query: { ...everything, search: 'soup' },
    refusal:
      'filter must be empty or one of Technology, Health, Education, Lifestyle, Travel, Other.',
  });
});
