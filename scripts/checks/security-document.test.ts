import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../launcher/project.mjs';

const text = readFileSync(inProject('docs', 'security.md'), 'utf8');

/** Number of level 1 and 2 requirements in each section of ASVS 5.0; they are the first ones of the section. */
const sections: Readonly<Record<string, number>> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
  '17.1': 1,
  '17.2': 4,
  '17.3': 2,
};

/** The numbers of a table's first column: `1.2.5`, `1.2.1 to 1.2.4`, several with commas. */
function numbersIn(cell: string): readonly string[] {
  return cell.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split(' to ');
    const section = first.slice(0, first.lastIndexOf('.'));
    const [from, to] = [first, last].map((number) => Number(number.slice(section.length + 1)));
    const count = (to ?? 0) - (from ?? 0) + 1;
    return Array.from({ length: count }, (_, index) => `${section}.${(from ?? 0) + index}`);
  });
}

test('every file that the security document names exists', () => {
  const named = [...text.matchAll(/`((?:src|test|scripts|docs)\/[^`]+|package-lock\.json)`/g)];
  const paths = [...new Set(named.map(([, path = '']) => path))];
  expect(paths.length).toBeGreaterThan(80);
  expect(paths.filter((path) => !existsSync(inProject(path)))).toEqual([]);
});

test('every requirement of ASVS 5.0, levels 1 and 2, is judged once', () => {
  const rows = [...text.matchAll(/^\| (\d+\.\d+\.[^|]+) \| ([^|]+) \|/gm)];
  const judged = rows.flatMap(([, cell = '']) => numbersIn(cell));
  const wanted = Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  );
  expect(judged.toSorted()).toEqual(wanted.toSorted());
  const states = new Set(rows.map(([, , state]) => state));
  expect([...states].sort()).toEqual(['met', 'not met', 'operator', 'part', '—'].sort());
});
