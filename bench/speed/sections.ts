import type { Measurement, Section } from './contest.ts';
import type { Line } from './figures.ts';
import { grown } from './rows/grown.ts';
import { lab } from './rows/lab.ts';
import { lighthouse } from './rows/lighthouse.ts';
import { memoryMeasurement } from './rows/memory.ts';
import { membersPages, publicPages } from './rows/pages.ts';
import { slowestSearch } from './rows/search.ts';
import { startOfProcess } from './rows/start.ts';
import { weight } from './rows/weight.ts';
import { secondProcess } from './rows/workers.ts';
import { writesMeasurement } from './rows/writes.ts';

const memory: readonly Measurement[] = [
  memoryMeasurement(
    {
      id: 'memory',
      title: 'Most memory under load',
      unit: 'MiB',
      goal: { atMost: 150 },
    },
    'sqlite',
  ),
  memoryMeasurement(
    {
      id: 'memory-postgres',
      title: 'The same on PostgreSQL, beside its server',
      unit: 'MiB',
      goal: { atMost: 200 },
    },
    'postgres',
  ),
];

const writes: readonly Measurement[] = [
  writesMeasurement(
    {
      id: 'comments',
      title: 'Durable comments, 32 people at once',
      unit: '/s',
      goal: { atLeast: 3_000 },
    },
    'sqlite',
  ),
  writesMeasurement(
    {
      id: 'comments-postgres',
      title: 'The same on PostgreSQL',
      unit: '/s',
      goal: { atLeast: 1_500 },
    },
    'postgres',
  ),
];

/** All measurements, in the order of the report. */
export const sections: readonly Section[] = [
  { heading: 'Signed out', measurements: publicPages },
  { heading: 'Signed in', measurements: membersPages },
  { heading: 'A grown site', measurements: grown },
  { heading: 'A second process', measurements: [secondProcess] },
  { heading: 'Start and memory', measurements: [startOfProcess, ...memory] },
  { heading: 'Writing and searching', measurements: [...writes, slowestSearch] },
  { heading: 'What a browser downloads', measurements: [weight] },
  { heading: 'Lighthouse, on a phone', measurements: lighthouse },
  { heading: 'In Chromium, on a phone', measurements: lab },
];

/** Lines of a section in their order. */
export function linesOf(measurements: readonly Measurement[]): readonly Line[] {
  return measurements.flatMap(({ lines }) => lines);
}
