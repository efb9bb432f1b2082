/**
 * `npm run bench:growth -- [--most 1000000] [--engine sqlite|postgres]`: what each read costs on sites of a thousand, ten
 * thousand … blogs up to `--most`, in databases that are thrown away. The whole run, to a million, writes
 * `docs/growth.md` and its chart; it wants 10 GB of disk for a while.
 */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Engine } from '../../src/storage/storage.ts';
import { endOnSignals } from '../../test/undone-at-exit.ts';
import { growthChart } from './chart.ts';
import { createGround, settle } from './ground.ts';
import { type MadeUpSite, makeSite } from './grow.ts';
import { measure } from './measure.ts';
import { createProgress } from './progress.ts';
import { reads } from './reads.ts';
import { engineNames, growthPage, type Result, shortfalls, tableOf } from './report.ts';

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

/** A thousand and each ten times as many below `most`, which is the last. */
function sizesTo(most: number): readonly number[] {
  const sizes: number[] = [];
  for (let size = least; size < most; size *= 10) sizes.push(size);
  return [...sizes, most];
}

async function measureOn(engine: Engine): Promise<Result> {
  const ground = await createGround(engine);
  const sites: MadeUpSite[] = [];
  const sizes = sizesTo(most);
  try {
    for (const size of sizes) {
      const storage = await ground.open(`blogs_${size}`);
      const progress = createProgress(engineNames[engine], 'blogs');
      sites.push(await makeSite(storage, size, (blogs) => progress(blogs, size)));
      await settle(storage);
    }
    const rows = await measure(sites, reads, createProgress(engineNames[engine], 'rounds'));
    return { engine, sizes, rows };
  } finally {
    for (const { storage } of sites) await storage.close();
    await ground.remove();
  }
}

endOnSignals();
const results: Result[] = [];
for (const engine of engines) {
  const result = await measureOn(engine);
  results.push(result);
  console.log(engineNames[engine]);
  console.table(tableOf(result));
  for (const sentence of shortfalls(result)) console.log(sentence);
}
if (most === whole) {
  const [processor] = cpus();
  const machine = `${cpus().length} cores of ${processor?.model ?? 'some processor'}, Node ${process.versions.node}`;
  writeFileSync(path.join(docs, 'growth.md'), growthPage(results, machine));
  writeFileSync(path.join(docs, 'pictures', 'growth.svg'), growthChart(results));
}
