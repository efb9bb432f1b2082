import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Logger, pino } from 'pino';
import { fillWithDemo } from '../../features/transfer/server/import/fill-with-demo.ts';
import { logOptions } from '../../platform/http/log/log-options.ts';
import { warnThrottled } from '../../platform/http/log/log-problem.ts';
import { databaseFile, openStorage } from '../../storage/open-storage.ts';
import { picturesFolder } from '../../storage/sqlite/private-files.ts';
import type { Storage } from '../../storage/storage.ts';
import { createUpgradeHooks } from '../backup/upgrade-hooks.ts';
import type { Config } from '../config.ts';
import { siteVersion } from '../site-version.ts';
import { claimLines } from './claim-link.ts';
import { serve } from './serve.ts';
import { say } from './terminal.ts';
import { isFirstProcess, reportPrepared, siblingsFile } from './workers.ts';

function open(config: Config, logger: Logger): Promise<Storage> {
  return openStorage({
    ...config,
    siblingsFile: siblingsFile(),
    onConnectionError: (error) => warnThrottled(logger, error, 'database connection lost'),
    // Once, not by each worker.
    onWarning: (message) => isFirstProcess() && logger.warn(message),
    onNewerSchema: (message) => logger.error(message),
    upgrade: createUpgradeHooks(config, say, logger),
  });
}

/** A warning for a configured folder without a site; undefined where a site exists. */
function newFolderWarning({ dataDir, isDataDirGiven, databaseUrl }: Config): string | undefined {
  const file = databaseUrl ? path.join(dataDir, picturesFolder) : databaseFile(dataDir);
  if (!isDataDirGiven || existsSync(file)) return undefined;
  const [what, begins] = databaseUrl
    ? ['no pictures', 'an empty folder for them begins']
    : ['no site', 'a new, empty one begins'];
  return `DATA_DIR (${dataDir}) held ${what}: ${begins} there. If there was one, stop this process: the disk isn’t mounted, or the path is wrong.`;
}

/** Migrates, and fills an empty database, before the first request. */
async function prepare(config: Config, storage: Storage, demoFolder: string): Promise<void> {
  say(`The Content Hub ${siteVersion()}`);
  say(
    config.databaseUrl
      ? 'The PostgreSQL database is open.'
      : `The database in ${config.dataDir} is open.`,
  );
  if (!config.hasDemo) return;
  const count = await fillWithDemo(storage, demoFolder);
  if (count > 0) say(`The database was empty: ${count} blogs to look around in have been added.`);
}

/**
 * Opens the site's storage, prepares it unless another process of this start has, and serves the build in the project's
 * folder.
 */
export async function runSite(config: Config, projectFolder: string): Promise<void> {
  const logger = pino(logOptions(config.logLevel));
  const isFirst = isFirstProcess();
  // Before anything is created in it.
  const warning = isFirst ? newFolderWarning(config) : undefined;
  const storage = await open(config, logger);
  let claim: readonly string[] = [];
  try {
    if (isFirst) {
      await prepare(config, storage, path.join(projectFolder, 'demo'));
      if (warning !== undefined) {
        say('', `ATTENTION: ${warning}`, '');
        logger.warn(warning);
      }
      // Once per start: the other processes create none.
      claim = await claimLines(storage, config.siteUrl);
    }
    const isReported = !isFirst || reportPrepared(claim);
    await serve(config, storage, logger, path.join(projectFolder, 'dist'));
    if (!isReported) say(`The Content Hub is ready at ${config.siteUrl}`, ...claim);
  } catch (error) {
    await storage.close();
    throw error;
  }
}
