import { expect } from 'vitest';
import { testOnBothEngines } from '../../storage/testing.ts';
import { blogFields, fieldNames, searchedColumns } from '../fields.ts';
import { givenBlogs } from './testing.ts';
import { blogsToIndex, indexText } from './text-index.ts';
import { allTexts } from './texts.ts';

testOnBothEngines('each table of texts has a column for each field', async ({ storage }) => {
  const tables = await storage.reader.introspection.getTables();
  const ofTexts = tables.filter(({ columns }) =>
    columns.some(({ name }) => name === blogFields.longDescription.column),
  );
  expect(ofTexts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['blogs', 'blog_revisions']),
  );
  for (const { name, columns, isView } of ofTexts) {
    expect(columns, name).toEqual(
      expect.arrayContaining(
        fieldNames.map((field) =>
          expect.objectContaining({
            name: blogFields[field].column,
            // An optional field is empty by default.
            ...(!isView && { isNullable: false, hasDefaultValue: blogFields[field].isOptional }),
          }),
        ),
      ),
    );
  }
});

testOnBothEngines(
  'a trigger queues a blog for the index when a searched field changes',
  async ({ storage }) => {
    await givenBlogs(storage, [{}]);
    for (const column of [...searchedColumns, 'category', 'tags']) {
      expect(await blogsToIndex(storage.reader, 1)).toEqual([]);
      await storage.write(({ db }) =>
        allTexts(db)
          .updateTable('blogs')
          .set({ [column]: 'Health' })
          .execute(),
      );
      const [queued] = await blogsToIndex(storage.reader, 1);
      expect(queued, column).toBeDefined();
      await storage.write(({ db }) => indexText(db, queued?.blog_id ?? ''));
    }
  },
);
