import { expect } from 'vitest';
import { testOnBothEngines } from '../../storage/testing.ts';
import { blogFields, fieldNames } from '../fields.ts';

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
