import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../launcher/project.mjs';

const tour = readFileSync(inProject('docs', 'tour.md'), 'utf8');

/** Files and folders that a part of the tour names. */
function namedIn(part: string): readonly string[] {
  return [...new Set([...part.matchAll(/`(src\/[^`]+)`/g)].map(([, path = '']) => path))];
}

test('every file and folder that the tour names is there', () => {
  const planned = ['src/features/pictures/', 'src/features/moderation/'];
  const named = namedIn(tour);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => !planned.includes(path) && !existsSync(inProject(path)))).toEqual(
    [],
  );
});

test('the table says of how many files each walk is', () => {
  const walks = tour.split('\n## ').slice(1, 4);
  const counts = walks.map((walk) => {
    const stops = walk.match(/^\d+\. /gm) ?? [];
    return `${stops.length} (${namedIn(walk).length})`;
  });
  const [, table = ''] = tour.split('\n## Counted\n');
  const told = [...table.matchAll(/\| (\d+ \(\d+\)), [^|]+\|$/gm)].map(([, count]) => count);
  expect(told).toEqual(counts);
});
