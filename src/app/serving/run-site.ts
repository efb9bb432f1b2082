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
    onReplica: (message, isWell) => (isWell ? logger.info(message) : logger.warn(message)),
    // Once, not by each worker.
    onWarning: (message) => isFirstProcess() && logger.warn(message),
    onNewerSchema: (message) => logger.error(message),
    upgrade: createUpgradeHooks(config, say, logger),
  });
}

const ifThereWasOne =
  'If there was one, stop this process: the disk isn’t mounted, or the path is wrong.';

/** A warning for a configured folder without a site; undefined where a site exists. */
function newFolderWarning({ dataDir, isDataDirGiven, databaseUrl }: Config): string | undefined {
  const file = databaseUrl ? path.join(dataDir, picturesFolder) : databaseFile(dataDir);
  if (!isDataDirGiven || existsSync(file)) return undefined;
  const [what, begins] = databaseUrl
    ? ['no pictures', 'an empty folder for them begins']
    : ['no site', 'a new, empty one begins'];
  return `DATA_DIR (${dataDir}) held ${what}: ${begins} there. ${ifThereWasOne}`;
}

/** The same for a site that an earlier start began in such a folder, until somebody uses it. */
async function unusedSiteWarning(
  { dataDir, isDataDirGiven, databaseUrl, hasDemo }: Config,
  { writer }: Storage,
): Promise<string | undefined> {
  if (!isDataDirGiven || databaseUrl || hasDemo) return undefined;
  const person = await writer.selectFrom('people').select('id').limit(1).executeTakeFirst();
  if (person) return undefined;
  return `The site in DATA_DIR (${dataDir}) has no people yet. ${ifThereWasOne}`;
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
  const newFolder = isFirst ? newFolderWarning(config) : undefined;
  const storage = await open(config, logger);
  let claim: readonly string[] = [];
  try {
    if (isFirst) {
      await prepare(config, storage, path.join(projectFolder, 'demo'));
      const warning = newFolder ?? (await unusedSiteWarning(config, storage));
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
