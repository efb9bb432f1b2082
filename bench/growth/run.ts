/**
 * `npm run bench:growth -- [--most 1000000] [--engine sqlite|postgres]`: the cost of each read, and of whole requests,
 * on sites of a thousand, ten thousand … blogs up to `--most`, in temporary databases. The full run, to a million,
 * writes `docs/growth.md` and its chart; it needs 10 GB of disk for a while.
 */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildSite } from '../../scripts/build-site.ts';
import type { Engine } from '../../src/storage/storage.ts';
import { endOnSignals } from '../../test/undone-at-exit.ts';
import { growthChart } from './chart.ts';
import { createDatabases, settle } from './databases.ts';
import { type MadeUpSite, makeSite } from './grow.ts';
import { measure } from './measure.ts';
import { createProgress } from './progress.ts';
import { reads } from './reads.ts';
import { engineNames, growthPage, partsOf, type Result, shortfalls, tableOf } from './report.ts';
import { requests, type ServedSite, serve } from './requests.ts';

const least = 1_000;
const whole = 1_000_000;
const docs = path.resolve(import.meta.dirname, '../../docs');

const { values } = parseArgs({
  options: {
    most: { type: 'string', default: String(whole) },
    engine: { type: 'string' },
  },
});
const most = Number(values.most);
if (!Number.isInteger(most) || most < least) throw new Error(`--most is ${least} at least.`);
const engines = (['sqlite', 'postgres'] as const).filter(
  (engine) => values.engine === undefined || values.engine === engine,
);
if (engines.length === 0) throw new Error('--engine is sqlite or postgres.');

/** A thousand and each tenfold below `most`, and `most` itself. */
function sizesTo(most: number): readonly number[] {
  const sizes: number[] = [];
  for (let size = least; size < most; size *= 10) sizes.push(size);
  return [...sizes, most];
}

async function measureOn(engine: Engine): Promise<Result> {
  const databases = await createDatabases(engine);
  const sites: MadeUpSite[] = [];
  const served: ServedSite[] = [];
  const sizes = sizesTo(most);
  try {
    for (const size of sizes) {
      const empty = await databases.open(`blogs_${size}`);
      const progress = createProgress(engineNames[engine], 'blogs');
      sites.push(await makeSite(empty, size, (blogs) => progress(blogs, size)));
      await settle(empty.storage);
    }
    const progressOf = (unit: string) => createProgress(engineNames[engine], unit);
    const rows = await measure(sites, reads, progressOf('rounds'));
    for (const site of sites) served.push(await serve(site));
    return { engine, sizes, rows, requests: await measure(served, requests, progressOf('rounds')) };
  } finally {
    for (const { stop } of served) await stop();
    for (const { storage } of sites) await storage.close();
    await databases.remove();
  }
}

endOnSignals();
if (!buildSite()) process.exit(1);
const results: Result[] = [];
for (const engine of engines) {
  const result = await measureOn(engine);
  results.push(result);
  for (const part of partsOf(result)) {
    console.log(part.heading);
    console.table(tableOf(part));
    for (const sentence of shortfalls(part)) console.log(sentence);
  }
}
if (most === whole) {
  const [processor] = cpus();
  const machine = `${cpus().length} cores of ${processor?.model ?? 'some processor'}, Node ${process.versions.node}`;
  writeFileSync(path.join(docs, 'growth.md'), growthPage(results, machine));
  writeFileSync(path.join(docs, 'pictures', 'growth.svg'), growthChart(results));
}
