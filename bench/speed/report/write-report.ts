import { mkdirSync, writeFileSync } from 'node:fs';
import { inProject } from '../../../scripts/launcher/project.mjs';
import type { BenchRun, Kept } from '../kept-figures.ts';
import { linesOf, sections } from '../sections.ts';
import { chartOf } from './chart.ts';
import { tableOf } from './table.ts';

function sittingText(name: string, { day, commit, rounds, seconds, machine }: BenchRun): string {
  const intro = `${name}: commit ${commit} on ${day}, ${rounds} rounds of ${seconds} s.`;
  return [intro, '', ...machine.map((line) => `- ${line}`)].join('\n');
}

/** The complete text of docs/performance.md. */
export function documentOf(kept: Kept): string {
  const now = kept.now?.figures ?? {};
  const before = kept.before?.figures ?? {};
  const tables = sections
    .map(({ heading, measurements }) => ({
      heading,
      // Some lines are measured only on request.
      lines: linesOf(measurements).filter(({ id }) => now[id] ?? before[id]),
    }))
    .filter(({ lines }) => lines.length > 0)
    .map(({ heading, lines }) => `## ${heading}\n\n${tableOf(lines, now, before)}`);
  const sittings = [
    kept.now && sittingText('Now', kept.now),
    kept.before && sittingText('Before', kept.before),
  ];
  return `${[introduction, ...tables, method, ...sittings.filter(Boolean)].join('\n\n')}\n`;
}

const introduction = `# How fast it is

Written by \`npm run bench\`; what isn't a figure stands in \`bench/speed/report/write-report.ts\`.

![Speed as a share of a plain server's, work by work](pictures/performance.svg)

What counts is the processor time of a request, since that is what a machine has a limited amount of. \`of plain\` is the
speed as a share of a plain server's: Node's own \`http\` that looks a finished reply up by its address and sends it, the
very same header lines and body; 1.00 is as fast as Node can. A figure is the median of all rounds, and behind ± stands half
the distance between the quartiles. ✓ marks a goal that is reached.`;

const method = `## How it was measured

- 500 posts (or as many as a row says) of 600 words by ten authors are made up and published through the API. Whoever is
  signed in has a few wishes and wrote none of the posts. Rates and quotas are switched off (\`LIMITS=0\`); nothing else is set.
- Servers run on the first core, the load and PostgreSQL on the others, where \`taskset\` exists; 32 connections by \`wrk\` where
  it is installed, else by autocannon. Without "with gzip" nothing is said of encodings, so replies come plain.
- Site and plain server take turns in each round, A B, B A, and so do this checkout and the one before; a ratio is taken within
  its round. Before the first round each is under load until it is hardly faster than a second before: its compiler works for
  some seconds. Afterwards both are asked once more: a row counts only if they still answer the same.
- Start: from the start of the process to the last byte of Home, on a database that is filled; beside it plain Node that
  serves one reply. Memory: the most that the process ever held (\`VmHWM\`), asked for every page by strangers, then by a member.
- Comments: 32 people who each wait for their last to be acknowledged; beside them \`node:sqlite\` alone, which writes such rows
  one by one, as durably, on the same disk.
- A grown site has more posts than memory has room for: read in a shuffled order, each in turn, or as often as a Zipf
  distribution (s = 1) draws it. First reads: one after the other, of posts that were all read before the restart. Beside lists
  and members: the three loads take turns on one process. \`npm run bench -- --only grown-50000\` measures so many posts with
  \`PAGES_ON_DISK=8192\`: the first reads of all, and loads of 5,000 among them.
- Two processes: the site with \`WORKERS=1\` and with \`WORKERS=2\`, each on all cores, which the load shares, in turn. What
  the load takes can't be served: a plain Node server in one and in two processes shows how much that leaves.
- Search: by the API, spelled anew each time, so that no kept reply answers. At a million blogs: \`npm run bench:growth\`.
- What a browser downloads: the files that Chromium asks for on Home until it rests, each fetched as gzip; what the first paint
  waits for is the document and what Chromium names as blocking.
- On a phone: Chromium with a slow line (1.6 Mbit/s, 562 ms) and a processor four times slower, an empty cache, the blogs of
  a new site. Browsers may use all cores: on one, their own processes wait for each other. Lighthouse is asked as it comes;
  the reports stay in \`test-results/lighthouse\`.
- A busy machine makes all times longer, ratios less so: read a ± above 10 % as "about". \`npm run bench -- --gate\` compares
  ratios and bytes with these, in three minutes, and fails where one is worse by more than a quarter.`;

/** Writes docs/performance.md and its chart from the stored figures. */
export function writeReport(kept: Kept): void {
  const groups = sections.map(({ heading, measurements }) => ({
    heading,
    lines: linesOf(measurements),
  }));
  const chart = chartOf(groups, kept.now?.figures ?? {}, kept.before?.figures ?? {});
  mkdirSync(inProject('docs', 'pictures'), { recursive: true });
  writeFileSync(inProject('docs', 'pictures', 'performance.svg'), chart);
  writeFileSync(inProject('docs', 'performance.md'), documentOf(kept));
}
