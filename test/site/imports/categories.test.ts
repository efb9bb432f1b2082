import { expect } from 'vitest';
import {
  type CategoryTable,
  createCategoryList,
} from '../../../src/features/transfer/server/import/items/category-table.ts';
import { testOnEachEngine } from '../../../src/storage/testing.ts';
import { blogsIn, exportOf, foreignText, run } from './testing-imports.ts';

testOnEachEngine(
  'the table of categories lists tags where texts have none, and Other comes last',
  async ({ storage }) => {
    const foreign = exportOf([
      foreignText('a', { categories: ['Bikes', 'Food'], tags: ['hills'] }),
      foreignText('b', { tags: ['Wheels', 'Rides', 'Other'] }),
      foreignText('c', { categories: ['Bikes'] }),
      foreignText('d', { categories: ['Other'] }),
    ]);
    const list = createCategoryList();
    const first = await run(storage, foreign, { isDryRun: true, onItem: list.add });
    expect(list.all()).toEqual([
      { name: 'Bikes', becomes: 'Other', texts: 2 },
      { name: 'Other', becomes: 'Other', texts: 2 },
      { name: 'Food', becomes: 'Lifestyle', texts: 1 },
      { name: 'Wheels', becomes: 'Other', texts: 1 },
      { name: 'Rides', becomes: 'Other', texts: 1 },
    ]);
    const inOther = 'its category here is Other, as nothing else is chosen for';
    expect(first.results.map(({ notes }) => notes)).toEqual([
      [],
      [`${inOther} Wheels, Rides`],
      [`${inOther} Bikes`],
      [],
    ]);

    // As the browser sends it: every name of the list, some of them changed.
    const all = list.all().map(({ name, becomes }) => [name.toLowerCase(), becomes] as const);
    const categories: CategoryTable = new Map([...all, ['rides', 'Travel'] as const]);
    const { results } = await run(storage, foreign, { choices: { categories } });
    expect(results.map(({ notes }) => notes)).toEqual([[], [], [`${inOther} Bikes`], []]);
    const blogs = await blogsIn(storage);
    expect(blogs.map(({ title, category }) => [title, category])).toEqual([
      ['About a', 'Lifestyle'],
      ['About b', 'Travel'],
      ['About c', 'Other'],
      ['About d', 'Other'],
    ]);
  },
);
