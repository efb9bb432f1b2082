import { expect, test } from 'vitest';
import { readCategoryTable } from './category-table.ts';

test('a table of categories is read as a dry run prints it, and as Excel writes it', () => {
  const given = [
    'category,becomes\n"Sea, salt",Travel\n"A ""b""",Other\n',
    '\uFEFFcategory;becomes\r\nSea, salt;Travel\r\n"A ""b""";Other\r\n',
    'sep=;\r\ncategory;becomes\r\nSea, salt;Travel\r\n"A ""b""";Other\r\n',
    'category\tbecomes\r\nSea, salt\tTravel\r\n"A ""b"""\tOther\r\n',
  ];
  for (const text of given) {
    expect([...readCategoryTable(text, 'table.csv')]).toEqual([
      ['sea, salt', 'Travel'],
      ['a "b"', 'Other'],
    ]);
  }
  expect(() => readCategoryTable('Sea;Nowhere\n', 'table.csv')).toThrow(
    'In the table of categories, "Sea" becomes "Nowhere"',
  );
});
