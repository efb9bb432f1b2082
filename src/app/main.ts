import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Logger, pino } from 'pino';
import { fillWithDemo } from '../features/transfer/server/import/fill-with-demo.ts';
import { logOptions } from '../platform/http/log/log-options.ts';
import { warnThrottled } from '../platform/http/log/log-problem.ts';
import { databaseFile, openStorage } from '../storage/open-storage.ts';
import { picturesFolder } from '../storage/sqlite/private-files.ts';
import type { Storage } from '../storage/storage.ts';
import { createUpgradeHooks } from './backup/upgrade-hooks.ts';
import { type Config, readConfig } from './config.ts';
import { claimLines } from './serving/claim-link.ts';
import { explainStartFailure, say } from './serving/terminal.ts';
import { isOverseer, overseeWorkers, siblingsFile } from './serving/workers.ts';
import { siteVersion } from './site-version.ts';

const projectFolder = path.resolve(import.meta.dirname, '../..');

function open(config: Config, logger: Logger): Promise<Storage> {
  return openStorage({
    ...config,
    siblingsFile: siblingsFile(),
    onConnectionError: (error) => warnThrottled(logger, error, 'database connection lost'),
    // Once, and not again by each worker.
    onWarning: (message) => cluster.isPrimary && logger.warn(message),
    onNewerSchema: (message) => logger.error(message),
    upgrade: createUpgradeHooks(config, say, logger),
  });
}

/** What is to be said of a folder that somebody chose, and in which there is no site yet; undefined where there is one. */
function newFolderWarning({ dataDir, isDataDirGiven, databaseUrl }: Config): string | undefined {
  const file = databaseUrl ? path.join(dataDir, picturesFolder) : databaseFile(dataDir);
  if (!isDataDirGiven || existsSync(file)) return undefined;
  const [what, begins] = databaseUrl
    ? ['no pictures', 'an empty folder for them begins']
    : ['no site', 'a new, empty one begins'];
  return `DATA_DIR (${dataDir}) held ${what}: ${begins} there. If there was one, stop this process: the disk isn’t mounted, or the path is wrong.`;
}

/** Migrates, and fills an empty database, before anybody is served. */
async function prepare(config: Config, storage: Storage): Promise<void> {
  say(`The Content Hub ${siteVersion()}`);
  say(
    config.databaseUrl
      ? 'The PostgreSQL database is open.'
      : `The database in ${config.dataDir} is open.`,
  );
  if (!config.hasDemo) return;
  const count = await fillWithDemo(storage, path.join(projectFolder, 'demo'));
  if (count > 0) say(`The database was empty: ${count} blogs to look around in have been added.`);
}

async function start(config: Config): Promise<void> {
  const logger = pino(logOptions(config.logLevel));
  // Before anything is made in it.
  const warning = cluster.isPrimary ? newFolderWarning(config) : undefined;
  const storage = await open(config, logger);
  let claim: readonly string[] = [];
  try {
    if (cluster.isPrimary) {
      await prepare(config, storage);
      if (warning !== undefined) {
        say('', `ATTENTION: ${warning}`, '');
        logger.warn(warning);
      }
      // One for all processes of this start: the workers make none.
      claim = await claimLines(storage, config.siteUrl);
    }
    if (isOverseer(config.workers)) {
      await storage.close();
      if (config.metrics) {
        const { exposeWorkerMetrics } = await import('./metrics/expose-worker-metrics.ts');
        await exposeWorkerMetrics(config.metrics, logger);
      }
      await overseeWorkers(config.workers, config.siteUrl, claim);
      return;
    }
    // Not loaded by the process that only watches over others.
    const { serve } = await import('./serving/serve.ts');
    await serve(config, storage, logger, path.join(projectFolder, 'dist'));
  } catch (error) {
    await storage.close();
    throw error;
  }
  if (!cluster.isPrimary) return;
  say(`The Content Hub is ready at ${config.siteUrl}`, ...claim);
}

try {
  await start(readConfig(process.env));
} catch (error) {
  process.stderr.write(`${explainStartFailure(error)}\n`);
  process.exit(1);
}
