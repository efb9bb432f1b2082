import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../launcher/project.mjs';
import { tablesDocument } from '../tables-document.ts';

test('docs/tables.md shows the schema that the migrations make', async () => {
  const drawn = readFileSync(inProject('docs', 'tables.md'), 'utf8');
  const isCurrent = drawn === (await tablesDocument());
  expect(isCurrent, 'The schema has changed since it was drawn: run npm run tables.').toBe(true);
});
