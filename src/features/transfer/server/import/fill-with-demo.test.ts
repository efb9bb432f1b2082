import path from 'node:path';
import { expect } from 'vitest';
import { categories } from '../../../../blog/contract.ts';
import { allTexts } from '../../../../blog/server/texts.ts';
import { testOnEachEngine } from '../../../../storage/testing.ts';
import { fillWithDemo } from './fill-with-demo.ts';

const demo = path.resolve(import.meta.dirname, '../../../../../demo');

testOnEachEngine(
  'an empty database is filled once with demo blogs of every category',
  { tags: 'slow' },
  async ({ storage }) => {
    expect(await fillWithDemo(storage, demo)).toBeGreaterThanOrEqual(24);
    expect(await fillWithDemo(storage, demo)).toBe(0);
    const rows = await allTexts(storage.reader)
      .selectFrom('blogs')
      .innerJoin('people', 'people.id', 'blogs.author_id')
      .select(['category', 'photo_url', 'image_url'])
      .execute();
    expect(new Set(rows.map((row) => row.category))).toEqual(new Set(categories));
    for (const row of rows) {
      expect(row.photo_url).toMatch(/^\/images\//);
      expect(row.image_url).toMatch(/^\/images\//);
    }
  },
);
