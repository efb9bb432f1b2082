import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from './launcher/project.mjs';

test('every file and folder that the tour names is there', () => {
  const tour = readFileSync(inProject('docs', 'tour.md'), 'utf8');
  const planned = ['src/features/pictures/', 'src/features/moderation/'];
  const named = [...tour.matchAll(/`(src\/[^`]+)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => !planned.includes(path) && !existsSync(inProject(path)))).toEqual(
    [],
  );
});
