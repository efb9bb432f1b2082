/**
 * `npm run bench:backup -- [--engine sqlite|postgres] [--blogs 5000] [--pictures 100]`: makes a backup while 64 writers
 * write and a reader reads. Restores it into another database and compares that, field by field, with the writes
 * acknowledged before the backup began. Then makes a backup onto a full disk. Exits with 1 if anything was lost.
 *
 * As printed on two busy cores (a backup has the lowest priority: the same backup took 20 to 67 s on PostgreSQL):
 *
 * | | SQLite | PostgreSQL |
 * | --- | ---: | ---: |
 * | site: blogs of 6 kB; files of pictures | 20,079; 3,600 | 20,040; 3,600 |
 * | backup with its trial restore; its file | 13 s; 70 MiB | 67 s; 70 MiB |
 * | restore | 13 s | 18 s |
 * | writes a second: before, during | 288, 148 | 143, 103 |
 * | a reader waits before, p50 / p99 / most, ms | 3.5 / 134 / 357 | 4.1 / 100 / 190 |
 * | a reader waits during | 7.3 / 217 / 621 | 2.3 / 153 / 392 |
 * | acknowledged before it began; lost | 1,933; none | 950; none |
 */
import { parseArgs } from 'node:util';
import { buildSite } from '../../scripts/build-site.ts';
import type { Engine } from '../../src/storage/storage.ts';
import { endOnSignals } from '../../test/undone-at-exit.ts';
import { backupUnderLoad, type LoadFigures } from './under-load.ts';

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    blogs: { type: 'string', default: '5000' },
    pictures: { type: 'string', default: '100' },
  },
});
const engines = (['sqlite', 'postgres'] as const satisfies readonly Engine[]).filter(
  (engine) => values.engine === undefined || values.engine === engine,
);

function show(engine: Engine, figures: LoadFigures): void {
  const { wrongs, ...numbers } = figures;
  console.log(`\n${engine}`);
  console.table(numbers);
  for (const wrong of wrongs.slice(0, 10)) console.log(`  ${wrong}`);
  if (wrongs.length > 0) process.exitCode = 1;
}

endOnSignals();
if (!buildSite()) process.exit(1);
for (const engine of engines) {
  const size = { blogs: Number(values.blogs), pictures: Number(values.pictures) };
  show(engine, await backupUnderLoad(engine, size));
}
process.exit();
