import { expect, test } from 'vitest';
import { mapCategory } from './map-category.ts';

test.each([
  [['Travel'], 'Travel'],
  [['TECHNOLOGY'], 'Technology'],
  [['Releases'], 'Technology'],
  [['how-to'], 'Education'],
  [['Recipes'], 'Lifestyle'],
  [['Science'], 'Education'],
  [['cities'], 'Travel'],
  [['community', 'security'], 'Technology'],
  [['community'], 'Other'],
  [['no such thing'], 'Other'],
  [['constructor'], 'Other'],
  [[], 'Other'],
])('the source categories %j become %s', (names, category) => {
  expect(mapCategory(names)).toBe(category);
});
