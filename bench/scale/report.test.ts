import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readKept } from './kept.ts';
import { document, drawn } from './report.ts';

test('docs/scale.md shows the current figures, keys and exceptions', () => {
  const text = readFileSync(document, 'utf8');
  const isCurrent = drawn(text, readKept()) === text;
  expect(isCurrent, 'Run npm run bench:scale -- --draw.').toBe(true);
});
