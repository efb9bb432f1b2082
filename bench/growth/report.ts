import type { Engine } from '../../src/storage/storage.ts';
import type { Figure, Row } from './measure.ts';

export const engineNames: Readonly<Record<Engine, string>> = {
  sqlite: 'SQLite',
  postgres: 'PostgreSQL',
};

/** The results of one engine. */
export interface Result {
  readonly engine: Engine;
  /** Numbers of blogs of the sites, the smallest first. */
  readonly sizes: readonly number[];
  /** Reads through the functions that the endpoints call. */
  readonly rows: readonly Row[];
  /** Whole requests. */
  readonly requests: readonly Row[];
}

/** A part of the results with a table of its own. */
interface Part extends Pick<Result, 'sizes' | 'rows'> {
  readonly heading: string;
}

export function partsOf({ engine, sizes, rows, requests }: Result): readonly [Part, Part] {
  const name = engineNames[engine];
  return [
    { heading: name, sizes, rows },
    { heading: `${name}, whole requests`, sizes, rows: requests },
  ];
}

/** Maximum ratio of the largest site's median to the smallest site's. */
const growthGoal = 1.5;
/** Maximum 99th percentile of a search, in milliseconds. */
export const searchGoalMs = 50;

function shown(ms: number): string {
  return ms.toFixed(ms < 10 ? 2 : 1);
}

export function sizeName(size: number): string {
  if (size >= 1_000_000) return `${size / 1_000_000} M`;
  return size >= 1_000 ? `${size / 1_000} k` : String(size);
}

/** Ratio of the last median to the first. */
function growthOf({ figures }: Row): number {
  return (figures.at(-1)?.p50 ?? Number.NaN) / (figures[0]?.p50 ?? Number.NaN);
}

function cellsOf({ sizes }: Part, row: Row): Readonly<Record<string, string>> {
  const cell = ({ p50, p99 }: Figure) => `${shown(p50)} / ${shown(p99)}`;
  return Object.fromEntries([
    ['read', row.read.name],
    ...row.figures.map((figure, index) => [sizeName(sizes[index] ?? 0), cell(figure)]),
    ['growth', growthOf(row).toFixed(2)],
  ]);
}

/** The rows of the table, by column name. */
export function tableOf(part: Part): readonly Readonly<Record<string, string>>[] {
  return part.rows.map((row) => cellsOf(part, row));
}

/** The missed goals, as sentences. */
export function shortfalls({ rows, sizes }: Part): readonly string[] {
  const over = rows.filter((row) => growthOf(row) > growthGoal);
  const slow = rows.filter(
    ({ read, figures }) => read.isSearch && figures.some(({ p99 }) => p99 > searchGoalMs),
  );
  const names = (list: readonly Row[]) => list.map(({ read }) => `“${read.name}”`).join(', ');
  const largest = sizeName(sizes.at(-1) ?? 0);
  return [
    over.length > 0 &&
      `Over ${growthGoal} times as long at ${largest} as at ${sizeName(sizes[0] ?? 0)}: ${names(over)}.`,
    slow.length > 0 && `Searches over ${searchGoalMs} ms at p99: ${names(slow)}.`,
  ].filter((sentence) => sentence !== false);
}

function markdownTable(part: Part): string {
  const table = tableOf(part);
  const columns = Object.keys(table[0] ?? {});
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns),
    line(columns.map((_, index) => (index === 0 ? '---' : '---:'))),
    ...table.map((row) => line(columns.map((column) => row[column] ?? ''))),
  ].join('\n');
}

/** The page `docs/growth.md`. */
export function growthPage(results: readonly Result[], machine: string): string {
  return [
    '# What reading costs as a site grows',
    `Written by \`npm run bench:growth\` on ${machine}. Sites of made-up blogs, each with an author, some eighty words of text, a title of five words and a sign, and a comment; one blog has 10,000 comments, one person up to 1,000 wishes. A figure is the time of one read, p50 / p99 of 200 in milliseconds, through the functions that the answers call, without a cached page. Whole requests, in tables of their own, are what a client waits for, over HTTP, from one process: of a page that is made anew, since a blog was just published, and at once again of the same page from memory. All sites and all reads take turns, so that what else the machine does meets all of them. The last column is p50 at the largest to p50 at the smallest. A search that has to check many titles does so up to a bound, which a site of a thousand blogs never comes to; so it may cost more on the next larger one, and then no more. [Decision 18](decisions/0018-bounded-search.md) says how it comes about.`,
    '![The same in a chart: nearly level lines](pictures/growth.svg)',
    ...results
      .flatMap(partsOf)
      .flatMap((part) => [`## ${part.heading}`, markdownTable(part), ...shortfalls(part)]),
  ]
    .join('\n\n')
    .concat('\n');
}
