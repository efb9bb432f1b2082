import { readFileSync, writeFileSync } from 'node:fs';
import { inProject } from '../../scripts/launcher/project.mjs';
import { ratioText } from '../speed/report/table.ts';
import { writers } from '../speed/rows/writes.ts';
import { exceptions } from './crossings.ts';
import {
  distribution,
  type Key,
  keyNames,
  referencesAcross,
  uniqueWithoutKey,
} from './distribution.ts';
import type { Kept, Row } from './kept.ts';
import { type LayoutName, layoutNames } from './layouts.ts';
import {
  type Assumptions,
  type Costs,
  type Need,
  needOf,
  readersAtCommits,
  readersOn,
} from './machines.ts';

export const document = inProject('docs', 'scale.md');

/** The assumptions of docs/scale.md; change them here. */
const assumed: Assumptions = {
  pagesPerReader: 5,
  filesPerReader: 20,
  peakFactor: 5,
  madeShare: 0.05,
  commentsPerReader: 0.01,
  busyMost: 0.5,
  coresPerMachine: 4,
};
const fileBytes = 15_000;

const works: Readonly<Record<string, string>> = {
  kept: 'a finished page',
  unchanged: 'a finished page, unchanged (304)',
  made: 'a page made anew',
  comments: 'a durable comment',
};
const others: Readonly<Record<string, string>> = {
  plain: 'plain Node server',
  rows: 'PostgreSQL alone, a row',
  notices: 'PostgreSQL alone, a row and a notice',
};

/** Thousands separated by commas; rounded to significant digits. */
function shown(value: number): string {
  if (value > 0 && value < 0.1) return value.toPrecision(1);
  const digits = value >= 100 || Number.isInteger(value) ? 0 : value >= 10 ? 1 : 2;
  return value.toFixed(digits).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}
const million = (readers: number) => `${shown(readers / 1e6)} M`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function nameOf({ id, who }: Row): string {
  if (who === 'plain' && id === 'comments') return '`node:sqlite` alone, a row';
  return layoutNames[who as LayoutName] ?? others[who] ?? who;
}

/** A single round has no spread. */
const spreadText = (spread: number) => (spread === 0 ? '' : ` ±${Math.round(spread * 100)} %`);

function figureCells(row: Row): readonly string[] {
  const { perSecond, site, primary, replica, ratio } = row;
  return [
    works[row.id] ?? row.id,
    nameOf(row),
    shown(perSecond.value) + spreadText(perSecond.spread),
    site ? shown(site.value) + spreadText(site.spread) : '',
    primary ? shown(primary) : '',
    replica ? shown(replica) : '',
    ratio ? ratioText(ratio.value) + spreadText(ratio.spread) : '',
  ];
}

function figuresBlock(kept: Kept): string {
  const { freshness, machine, day, commit, rounds, seconds } = kept;
  const times = rounds === 1 ? 'one round' : `${rounds} rounds`;
  return [
    table(
      ['work', 'who', 'a second', 'µs of the site', 'of the primary', 'of the replica', 'share'],
      kept.rows.map(figureCells),
    ),
    `${freshness.edits} edits through one node and reads through the other: whoever edited read something old ${freshness.ownStale} times; for others the new text was there ${shown(freshness.medianMs)} ms after the reply in the median and ${shown(freshness.mostMs)} ms at most, which includes the read. At the end the replica was ${kept.replica}.`,
    `Measured by \`npm run bench:scale\`: commit ${commit} on ${day}, ${times} of ${seconds} s${rounds < 3 ? ', so read each figure as "about"' : ''}.`,
    machine.map((line) => `- ${line}`).join('\n'),
  ].join('\n\n');
}

function rowOf({ rows }: Kept, id: string, who: string): Row {
  const row = rows.find((each) => each.id === id && each.who === who);
  if (!row) throw new Error(`Nothing was measured of ${id}, ${who}.`);
  return row;
}

function costsOf(kept: Kept, who: LayoutName): Costs {
  const cost = (id: string) => rowOf(kept, id, who).site?.value ?? Number.NaN;
  const [made, comments] = [rowOf(kept, 'made', who), rowOf(kept, 'comments', who)];
  const alone = who === 'sqlite' ? 0 : rowOf(kept, 'comments', 'notices').perSecond.value;
  return {
    kept: cost('kept'),
    unchanged: cost('unchanged'),
    made: cost('made'),
    comment: cost('comments'),
    primaryOfMade: made.primary ?? 0,
    replicaOfMade: made.replica ?? 0,
    primaryOfComment: comments.primary ?? 0,
    commentsMost: Math.max(comments.perSecond.value, alone),
    pageBytes: kept.pageBytes,
    fileBytes,
  };
}

function carriesBlock(kept: Kept): string {
  const { coresPerMachine: cores } = assumed;
  const sqlite = costsOf(kept, 'sqlite');
  const nodes = costsOf(kept, 'nodes');
  const line = (what: string, count: number, costs: Costs) => {
    const perSecond = (micros: number) => shown((count * 1e6) / micros);
    const readers = Math.min(readersOn(count, costs, assumed), readersAtCommits(costs, assumed));
    const written = Math.min((count * 1e6) / costs.comment, costs.commentsMost);
    return [what, perSecond(costs.kept), perSecond(costs.made), shown(written), million(readers)];
  };
  return [
    table(
      ['what', 'finished pages a second', 'made a second', 'comments a second', 'readers a month'],
      [
        line('one core, SQLite', 1, sqlite),
        line(`one machine of ${cores} cores, SQLite, \`WORKERS=${cores}\``, cores, sqlite),
        line(`two such machines, one PostgreSQL with a replica`, 2 * cores, nodes),
        line(`ten such machines, one PostgreSQL with a replica`, 10 * cores, nodes),
      ],
    ),
    'Pages and comments a second are what full cores would do by the measured processor time of each, comments at most what was committed; readers are counted with cores half busy, by the assumptions below.',
  ].join('\n\n');
}

function commitsBlock(kept: Kept): string {
  const per = (who: string) => rowOf(kept, 'comments', who).perSecond.value;
  const nodes = costsOf(kept, 'nodes');
  const wall = readersAtCommits(nodes, assumed);
  const need = needOf(100e6, nodes, assumed, false);
  return [
    `PostgreSQL alone committed ${shown(per('rows'))} rows a second of ${writers} connections on this disk, and ${shown(per('notices'))} with a notice in each: commits with a notice exclude each other, and all writes of the site have one, since that is how other nodes drop their pages. Writes that wait share a commit, so the site may come to more.`,
    `Through one process it came to ${shown(per('postgres'))} comments a second, through two nodes to ${shown(per('nodes'))}, on a machine that they share with the load and PostgreSQL. One comment took ${shown(nodes.comment)} µs of the nodes and ${shown(nodes.primaryOfComment)} µs of the primary: ${shown(1e6 / nodes.primaryOfComment)} a second fill a core of it, and more nodes don't change that.`,
    `Half of the commits are reached at ${million(wall)} readers a month who write ${assumed.commentsPerReader} comments each; 100 M readers take ${shown(need.commitShare * 100)} % of them.`,
  ].join('\n\n');
}

function assumptionsText(): string {
  const a = assumed;
  return `Assumed: ${a.pagesPerReader} pages a reader; ${a.filesPerReader} files of ${fileBytes / 1_000} kB that the browser doesn't have yet (styles, scripts, fonts, pictures), each at the price of a finished page; the busiest minute ${a.peakFactor} times the mean of the month; ${a.madeShare * 100} % of the pages in no memory and on no disk; one comment of ${1 / a.commentsPerReader} readers; machines of ${a.coresPerMachine} cores, ${a.busyMost * 100} % busy in that minute, and one more than that takes.`;
}

function machinesBlock(kept: Kept): string {
  const costs = costsOf(kept, 'nodes');
  const columns: readonly (readonly [name: string, need: Need])[] = [
    ...[1e6, 10e6, 100e6, 1e9].map(
      (readers) =>
        [`${shown(readers / 1e6)} M readers`, needOf(readers, costs, assumed, false)] as const,
    ),
    ['100 M, before them a CDN', needOf(100e6, costs, assumed, true)],
  ];
  const line = (name: string, value: (need: Need) => string) => [
    name,
    ...columns.map(([, need]) => value(need)),
  ];
  return [
    assumptionsText(),
    table(
      ['in the busiest minute', ...columns.map(([name]) => name)],
      [
        line('pages a second', ({ pages }) => shown(pages)),
        line('files a second', ({ files }) => shown(files)),
        line('pages made a second', ({ made }) => shown(made)),
        line('comments a second', ({ comments }) => shown(comments)),
        line('cores of the site that are busy', ({ siteCores }) => shown(siteCores)),
        line('cores of PostgreSQL that are busy', ({ databaseCores }) => shown(databaseCores)),
        line('share of the commits', ({ commitShare }) => `${shown(commitShare * 100)} %`),
        line('Mbit/s of the site', ({ megabits }) => shown(megabits)),
        line('TB of the site in a month', ({ terabytesPerMonth }) => shown(terabytesPerMonth)),
        line('**machines of the site**', ({ siteMachines }) => `**${siteMachines}**`),
        line('**machines of PostgreSQL**', ({ databaseMachines }) => `**${databaseMachines}**`),
      ],
    ),
  ].join('\n\n');
}

function keysBlock(): string {
  const tablesBy = (by: string) =>
    Object.entries(distribution)
      .filter(([, placement]) => placement.by === by)
      .map(([name, placement]) =>
        'column' in placement ? `\`${name}.${placement.column}\`` : `\`${name}\``,
      )
      .join(', ');
  const keys = Object.entries(keyNames) as [Key, string][];
  return [
    '| by | tables |',
    '| --- | --- |',
    ...keys.map(([key, name]) => `| ${name} | ${tablesBy(key)} |`),
    `| copied to each node | ${tablesBy('reference')} |`,
    `| whole, on one node | ${tablesBy('one node')} |`,
  ].join('\n');
}

function crossingsBlock(): string {
  return [
    '| what asks several nodes | statements | why |',
    '| --- | ---: | --- |',
    ...exceptions.map(({ name, why, statements }) => `| ${name} | ${statements.length} | ${why} |`),
  ].join('\n');
}

function constraintsBlock(): string {
  const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
  return `  unique ${list(uniqueWithoutKey)}; foreign ${list(referencesAcross)}.`;
}

/** The document with all blocks between its markers generated anew. */
export function drawn(text: string, kept: Kept): string {
  const blocks = {
    figures: figuresBlock(kept),
    carries: carriesBlock(kept),
    commits: commitsBlock(kept),
    machines: machinesBlock(kept),
    keys: keysBlock(),
    crossings: crossingsBlock(),
    constraints: constraintsBlock(),
  };
  return Object.entries(blocks).reduce((whole, [name, block]) => {
    const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
    const [before, rest] = whole.split(begin);
    const after = rest?.split(end)[1];
    if (before === undefined || after === undefined)
      throw new Error(`docs/scale.md has no place for ${name}.`);
    return `${before}${begin}\n${block}\n${end}${after}`;
  }, text);
}

export function drawDocument(kept: Kept): void {
  writeFileSync(document, drawn(readFileSync(document, 'utf8'), kept));
}
