import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../../../scripts/launcher/project.mjs';
import type { Figures, Line } from '../figures.ts';
import { readKept } from '../kept-figures.ts';
import { linesOf, sections } from '../sections.ts';
import { chartOf } from './chart.ts';
import { tableOf } from './table.ts';
import { documentOf } from './write-report.ts';

const page: Line = { id: 'page', title: 'A & B', unit: 'µs', goal: { ratio: 0.4 } };
const start: Line = { id: 'start', title: 'start', unit: 'ms', goal: { atMost: 350 } };
const now: Figures = {
  page: { value: 14.21, spread: 0.031, ratio: { value: 0.45, spread: 0.02 } },
  start: { value: 1_234.5, spread: 0 },
};
const before: Figures = {
  page: { value: 4_500, spread: 0.1, ratio: { value: 0.00412, spread: 0.1 } },
};

test('a row shows the figure, the ratio, the earlier figure and whether the goal is reached', () => {
  expect(tableOf([page, start], now, before).split('\n')).toEqual([
    '|  | now | of plain | before | goal |',
    '| --- | --- | --- | --- | --- |',
    '| A & B | 14.2 µs ±3 % | 0.45 ±2 % | 4,500 µs, 0.0041 | 0.40 of plain ✓ |',
    '| start | 1,235 ms ±0 % |  |  | at most 350 ms |',
  ]);
});

test('a row that could not be measured shows the reason', () => {
  const [, , row] = tableOf([page], { page: { missing: 'no PostgreSQL here' } }, {}).split('\n');
  expect(row).toBe('| A & B | no PostgreSQL here |  |  | 0.40 of plain |');
});

test('the chart has a bar for now and one for before, as long as their ratios, and a mark at the goal', () => {
  const chart = chartOf([{ heading: 'Pages', lines: [page, start] }], now, before);
  expect(chart).toContain('A &amp; B');
  expect(chart).toMatch(/<rect class="now" x="330" y="\d+" width="162.0"/);
  expect(chart).toMatch(/<rect class="before" x="330" y="\d+" width="1.5"/);
  expect(chart).toContain('<path class="goal" d="M474 ');
  expect(chart).toContain('prefers-color-scheme: dark');
  // This line has no ratio.
  expect(chart).not.toContain('start');
});

test('no two lines have the same id', () => {
  const ids = sections.flatMap(({ measurements }) => linesOf(measurements)).map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(40);
  expect(new Set(ids).size).toBe(ids.length);
});

test('docs/performance.md shows the stored figures', () => {
  const kept = readKept();
  const written = () => readFileSync(inProject('docs', 'performance.md'), 'utf8');
  if (kept.now) expect(written()).toBe(documentOf(kept));
  else expect(written).toThrow('ENOENT');
});
