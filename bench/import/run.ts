/**
 * `node scripts/run.mjs bench/import/run.ts [MB]`: writes a WordPress export of that size (500 MB) to the temporary
 * folder. Imports it by the command and, uploaded in parts, by a site that is read meanwhile. Prints the times, the
 * peak memory of each process, and the site's response times.
 *
 * The limit is 300 MiB, whatever the size of the file. Uses the last build of the site.
 */

import path from 'node:path';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { importByBrowser } from './by-browser.ts';
import { importByCommand } from './by-command.ts';
import { writeMadeUpExport } from './made-up-export.ts';

const megabytes = Number(process.argv[2] ?? 500);
const folder = temporaryFolder('bench-import');
try {
  const file = path.join(folder.path, 'export.xml');
  await writeMadeUpExport(file, megabytes * 1_024 ** 2);
  const command = await importByCommand(file, path.join(folder.path, 'data'));
  console.info(
    `${megabytes} MB by the command: ${command.seconds.toFixed(1)} s, at most ${Math.round(command.peakMiB)} MiB\n${command.table}`,
  );
  const { seconds, peakMiB, pageMs, loopMs, counts } = await importByBrowser(file);
  console.info(
    `${megabytes} MB by the browser: sent in ${seconds.sent.toFixed(1)} s, looked at in ${seconds.looked.toFixed(1)} s, brought in in ${seconds.brought.toFixed(1)} s, at most ${Math.round(peakMiB.inAll)} MiB (${Math.round(peakMiB.before)} before)`,
  );
  console.info(
    `pages meanwhile: p99 ${pageMs.p99.toFixed(0)} ms, at most ${pageMs.most.toFixed(0)} ms`,
  );
  console.info([...loopMs, JSON.stringify(counts)].join('\n'));
} finally {
  folder.remove();
}
