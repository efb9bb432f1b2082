import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { testOnBothEngines } from '../../../src/storage/testing.ts';

const bounds = path.resolve(import.meta.dirname, '../../../docs/bounds.md');

testOnBothEngines('docs/bounds.md lists every table', async ({ storage }) => {
  const tables = await storage.writer.introspection.getTables();
  const rows = readFileSync(bounds, 'utf8').match(/^\| `.*$/gm) ?? [];
  const listed = new Set(rows.flatMap((row) => row.split('|')[1]?.match(/\w+/g) ?? []));
  expect(listed.size).toBeGreaterThan(15);
  const names = tables.filter(({ isView }) => !isView).map(({ name }) => name);
  expect(names.filter((name) => !listed.has(name))).toEqual([]);
});
