/**
 * `npm run bench`: the site's speed, compared with a plain server that sends the same replies; writes
 * docs/performance.md and the stored figures.
 *
 * `-- --only signed-in,start` measures the lines that contain one of these words, and writes nothing.
 * `-- --only grown-50000` measures that many posts, which takes long and is in no other run.
 * `-- --against <folder>` measures another checkout in the same rounds, which is then "before".
 * `-- --keep now` or `--keep before` stores the figures under that name, also those of a partial run.
 * `-- --gate` compares a few lines with the stored figures in three minutes; exits with 1 if one is worse by a quarter.
 * `-- --rounds 12 --seconds 1` sets the number of rounds, and the whole seconds of each load.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../scripts/launcher/project.mjs';
import { endOnSignals } from '../../test/undone-at-exit.ts';
import { benchRunOf } from './bench-run.ts';
import { type Measurement, runRounds } from './contest.ts';
import { leaveServerCore } from './cores.ts';
import { type Edition, type Figure, figureOf, type Line } from './figures.ts';
import { notCompared, regressions } from './gate.ts';
import { addRun, readKept, writeKept } from './kept-figures.ts';
import { buildCheckout, createPlaces, NotHere, type Places } from './places.ts';
import { tableOf } from './report/table.ts';
import { writeReport } from './report/write-report.ts';
import { linesOf, sections } from './sections.ts';

const gateRounds = '5';
const usualRounds = '12';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    against: { type: 'string' },
    keep: { type: 'string' },
    gate: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seconds: { type: 'string', default: '1' },
  },
});
if (values.keep !== undefined && values.keep !== 'now' && values.keep !== 'before') {
  throw new Error('--keep takes "now" or "before".');
}
const rounds = Number(values.rounds ?? (values.gate ? gateRounds : usualRounds));
const seconds = Number(values.seconds);
const words = values.only?.split(',');

function isAsked({ lines, isInGate, onlyBy }: Measurement): boolean {
  if (values.gate && !isInGate) return false;
  if (onlyBy !== undefined) return words?.includes(onlyBy) ?? false;
  return !words || lines.some(({ id }) => words.some((word) => id.includes(word)));
}

type Found = Record<Edition, Record<string, Figure>>;

/**
 * Measures some lines. An error is stored as their figure; returns true for an error other than a missing requirement.
 */
async function measure(each: Measurement, places: Places, found: Found): Promise<boolean> {
  try {
    const contest = await each.prepare(places);
    const times = Math.min(rounds, each.mostRounds ?? rounds);
    const readings = await runRounds(contest.contestants, times).finally(() => contest.close?.());
    for (const edition of places.editions) {
      for (const line of each.lines) {
        const reading = readings[edition][line.id];
        if (reading) found[edition][line.id] = figureOf(line, reading);
      }
    }
    return false;
  } catch (error) {
    const isFailure = !(error instanceof NotHere);
    const [missing = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    if (isFailure) console.error(error);
    for (const edition of places.editions) {
      for (const { id } of each.lines) found[edition][id] = { missing };
    }
    return isFailure;
  }
}

function meetsGate(lines: readonly Line[], found: Found): boolean {
  const kept = readKept().now?.figures;
  if (!kept) {
    console.log('Nothing is kept to compare with: npm run bench keeps it.');
    return false;
  }
  for (const each of notCompared(lines, kept, found.now)) console.log(`not compared, ${each}`);
  const worse = regressions(lines, kept, found.now);
  for (const each of worse) console.log(each);
  if (worse.length === 0) console.log('Nothing fell by more than a quarter.');
  return worse.length === 0;
}

/** Stores a complete run as "now" by default, and a partial run only with `--keep`. */
function keep(found: Found, folders: Readonly<Partial<Record<Edition, string>>>): void {
  const isWhole = !words && !values.gate;
  if (!isWhole && !values.keep) return;
  let kept = readKept();
  const own = values.keep === 'before' ? 'before' : 'now';
  kept = addRun(kept, own, benchRunOf(root, found.now, { rounds, seconds }));
  if (folders.before) {
    const before = benchRunOf(folders.before, found.before, { rounds, seconds });
    kept = addRun(kept, 'before', before);
  }
  writeKept(kept);
  // Reads the figures back, so that the report has their rounded values.
  writeReport(readKept());
}

async function main(): Promise<boolean> {
  const asked = sections
    .map((section) => ({ ...section, measurements: section.measurements.filter(isAsked) }))
    .filter(({ measurements }) => measurements.length > 0);
  if (asked.length === 0) throw new Error(`Nothing is named ${values.only}.`);
  const against = values.against && path.resolve(values.against);
  const folders = { now: root, ...(against && { before: against }) };
  for (const folder of Object.values(folders)) buildCheckout(folder);
  const places = createPlaces(folders, seconds);
  const found: Found = { before: {}, now: {} };
  let failures = 0;
  try {
    for (const { heading, measurements } of asked) {
      console.log(`\n${heading}`);
      for (const each of measurements) {
        if (await measure(each, places, found)) failures += 1;
        console.log(tableOf(each.lines, found.now, found.before).split('\n').slice(2).join('\n'));
      }
    }
  } finally {
    await places.close();
  }
  keep(found, folders);
  const isGood =
    !values.gate || meetsGate(linesOf(asked.flatMap((each) => each.measurements)), found);
  return isGood && failures === 0;
}

endOnSignals();
leaveServerCore();
process.exitCode = (await main()) ? 0 : 1;
