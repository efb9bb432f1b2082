/**
 * `npm run bench:scale -- [--rounds 4] [--seconds 2] [--quick] [--draw]`: the cost of a page and a comment in one
 * process on SQLite, in one on PostgreSQL, and in two nodes of two workers with a replica, alternating with plain
 * servers; four minutes. Writes the figures into docs/scale.md, with everything computed from them. `--quick` takes one
 * round, in a minute; `--draw` measures nothing and generates the document from the stored figures.
 */
import { parseArgs } from 'node:util';
import { buildSite } from '../../scripts/build-site.ts';
import { root } from '../../scripts/launcher/project.mjs';
import { endOnSignals } from '../../test/undone-at-exit.ts';
import { benchRunOf } from '../speed/bench-run.ts';
import { leaveServerCore } from '../speed/cores.ts';
import { figureOf, median, type Unit } from '../speed/figures.ts';
import { type Kept, type Row, readKept, writeKept } from './kept.ts';
import { startLayouts } from './layouts.ts';
import { drawDocument } from './report.ts';
import {
  type Contestant,
  comments,
  freshness,
  keptPages,
  madePages,
  postCount,
  revalidations,
  type Sample,
  type Work,
} from './works.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    quick: { type: 'boolean', default: false },
    draw: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds ?? (values.quick ? '1' : '4'));
const seconds = Number(values.seconds ?? (values.quick ? '1' : '2'));
const editsPerRound = 40;

type Samples = ReadonlyMap<Contestant, readonly Sample[]>;

/** A B C, C B A, …, so that a slowdown over time affects all alike. */
async function runRounds({ contestants }: Work): Promise<Samples> {
  const samples = new Map<Contestant, Sample[]>(contestants.map((each) => [each, []]));
  // Warms up the compiler.
  for (const { sample } of contestants) await sample(1);
  for (let round = 0; round < rounds; round += 1) {
    for (const each of round % 2 === 0 ? contestants : contestants.toReversed()) {
      samples.get(each)?.push(await each.sample(seconds));
    }
  }
  return samples;
}

function rowOf(each: Contestant, all: Samples): Row {
  const own = all.get(each) ?? [];
  const [, baseline = []] = [...all].find(([{ who }]) => who === each.baseline) ?? [];
  const figure = (unit: Unit, of: (sample: Sample) => number, isCompared: boolean) => {
    const reading = { samples: own.map(of), baseline: isCompared ? baseline.map(of) : [] };
    const found = figureOf({ id: each.id, title: '', unit }, reading);
    if ('missing' in found) throw new Error(found.missing);
    return found;
  };
  // The baseline of comments has no processor time of its own; all other works are compared by processor time.
  const isByTime = each.id !== 'comments';
  const perSecond = figure('/s', (sample) => sample.perSecond, !isByTime);
  const site = figure('µs', (sample) => sample.site, isByTime);
  const part = (name: 'primary' | 'replica') => median(own.map((sample) => sample[name]));
  const { ratio } = isByTime ? site : perSecond;
  return {
    id: each.id,
    who: each.who,
    perSecond: { value: perSecond.value, spread: perSecond.spread },
    ...(!Number.isNaN(site.value) && {
      site: { value: site.value, spread: site.spread },
      primary: part('primary'),
      replica: part('replica'),
    }),
    ...(ratio && { ratio }),
  };
}

async function measure(): Promise<Kept> {
  const layouts = await startLayouts(postCount);
  const rows: Row[] = [];
  let pageBytes = 0;
  try {
    for (const prepare of [keptPages, revalidations, madePages, comments]) {
      const work = await prepare(layouts);
      pageBytes = work.bytes ?? pageBytes;
      const samples = await runRounds(work).finally(() => work.close());
      const found = work.contestants.map((each) => rowOf(each, samples));
      for (const { id, who, perSecond, site, primary, replica } of found) {
        const costs = [site?.value, primary, replica].map((value) => value?.toFixed(0) ?? '–');
        console.log(`${id}, ${who}: ${perSecond.value.toFixed(0)}/s, ${costs.join(' + ')} µs`);
      }
      rows.push(...found);
    }
    const fresh = await freshness(layouts, rounds * editsPerRound);
    console.log(fresh);
    const { figures: _, ...run } = benchRunOf(root, {}, { rounds, seconds });
    const replica = [...new Set(await layouts.replicaStates())].join(' or ');
    return { ...run, rows, pageBytes, freshness: fresh, replica };
  } finally {
    await layouts.close();
  }
}

endOnSignals();
if (!values.draw) {
  if (!buildSite()) process.exit(1);
  leaveServerCore();
  writeKept(await measure());
}
drawDocument(readKept());
