/**
 * `node scripts/run.mjs bench/round-trip.ts [--engine sqlite|postgres] <export> [<export>…]`: imports each export (a
 * file, a folder or an archive) into an empty site, exports that site, imports the result into another site, and
 * exports it again. Prints the numbers of items, the differences between the two exports, and the peak memory of the
 * process. Uses temporary databases.
 */

import path from 'node:path';
import { parseArgs } from 'node:util';
import { createPictureMaker } from '../src/features/pictures/server/picture-maker.ts';
import {
  differences,
  exported,
  importAll,
  readExport,
  type SiteData,
} from '../test/site/exports/reading-back.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { endOnSignals } from '../test/undone-at-exit.ts';
import { createDatabases } from './growth/databases.ts';

/** Maximum number of differences to print. */
const shown = 10;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { engine: { type: 'string', default: 'sqlite' } },
});
endOnSignals();
const maker = createPictureMaker();
const folder = temporaryFolder('bench-round-trip');
const databases = await createDatabases(values.engine === 'postgres' ? 'postgres' : 'sqlite');

async function emptySite(name: string): Promise<SiteData> {
  const { storage, place } = await databases.open(name);
  return { storage, uploads: path.join(place.dataDir, 'uploads') };
}

async function timed<Value>(what: string, work: Promise<Value>): Promise<Value> {
  const start = performance.now();
  const value = await work;
  console.info(`  ${what}: ${((performance.now() - start) / 1_000).toFixed(1)} s`);
  return value;
}

async function goRound(target: string, index: number): Promise<void> {
  console.info(target);
  const first = await emptySite(`first_${index}`);
  const second = await emptySite(`second_${index}`);
  const one = path.join(folder.path, `${index}-one`);
  const other = path.join(folder.path, `${index}-other`);
  const given = await timed('read', importAll(first, target, maker));
  await timed('exported', exported(first, one));
  const back = await timed('read back', importAll(second, one, maker));
  await timed('exported again', exported(second, other));
  const again = await importAll(second, one, maker);
  for (const { counts } of [given, back, again]) console.info(`  ${JSON.stringify(counts)}`);
  const found = differences(readExport(one), readExport(other));
  console.info(`  ${readExport(one).size} files, ${found.length} differences`);
  for (const line of found.slice(0, shown)) console.info(line);
  await first.storage.close();
  await second.storage.close();
}

try {
  for (const [index, target] of positionals.entries()) {
    await goRound(path.resolve(target), index);
  }
  const peak = Math.round(process.resourceUsage().maxRSS / 1_024);
  console.info(`at most ${peak} MiB`);
} finally {
  await maker.close();
  await databases.remove();
  folder.remove();
}
