import { expect, test } from 'vitest';
import { type BlogField, blogFields } from './fields.ts';

const fields: readonly BlogField[] = Object.values(blogFields);

test.each([
  ['column', (field: BlogField) => field.column],
  ['name', (field: BlogField) => field.name],
  ['label', (field: BlogField) => field.label],
  ['key in front matter', (field: BlogField) => field.frontMatter],
])('no two fields have the same %s', (_what, read) => {
  const values = fields.map(read);
  expect(values).toEqual([...new Set(values)]);
});

test('whatever people write in words of their own is reviewed', () => {
  const unreviewed = fields.filter(({ isReviewed }) => !isReviewed).map(({ kind }) => kind);
  expect(unreviewed).toEqual(['category']);
});
