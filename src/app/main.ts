import cluster from 'node:cluster';
import path from 'node:path';
import { type Logger, pino } from 'pino';
import { fillWithDemo } from '../features/transfer/server/import/fill-with-demo.ts';
import { createDraining } from '../platform/http/draining.ts';
import { closeGracefully, drainMs, stopOnSignal } from '../platform/http/graceful-close.ts';
import { logOptions } from '../platform/http/log/log-options.ts';
import { warnAtPace } from '../platform/http/log/log-problem.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { buildApp, connectionLimits } from './build-app.ts';
import { type Config, readConfig } from './config.ts';
import { openFilesMax, shortageOfFiles } from './open-files.ts';
import { loadBuiltPages } from './page-renderer.ts';
import { explainStartFailure, say } from './terminal.ts';
import { isOverseer, overseeWorkers, retirement, siblingsFile } from './workers.ts';

const projectFolder = path.resolve(import.meta.dirname, '../..');
const distFolder = path.join(projectFolder, 'dist');

function open(config: Config, logger: Logger): Promise<Storage> {
  return openStorage({
    ...config,
    siblingsFile: siblingsFile(),
    onConnectionError: (error) => warnAtPace(logger, error, 'database connection lost'),
    // Once, and not again by each worker.
    onWarning: (message) => cluster.isPrimary && logger.warn(message),
  });
}

/** Migrates, and fills an empty database, before anybody is served. */
async function prepare(config: Config, storage: Storage): Promise<void> {
  say(
    config.databaseUrl
      ? 'The PostgreSQL database is open.'
      : `The database in ${config.dataDir} is open.`,
  );
  if (!config.hasDemo) return;
  const count = await fillWithDemo(storage, path.join(projectFolder, 'demo'));
  if (count > 0) say(`The database was empty: ${count} blogs to look around in have been added.`);
}

async function serve(config: Config, storage: Storage, logger: Logger): Promise<void> {
  const renderer = await loadBuiltPages(distFolder);
  const draining = createDraining(drainMs);
  const files = { kind: 'built', folder: path.join(distFolder, 'browser') } as const;
  const { app } = await buildApp({ config, storage, renderer, files, logger, draining });
  const shortage = shortageOfFiles(connectionLimits(config).max, openFilesMax());
  if (shortage) logger.warn(shortage);
  await app.listen({ port: config.port, host: config.host });
  process.on('message', (message) => {
    if (message !== retirement) return;
    // The others take what comes from now on.
    draining.stopListening();
    process.kill(process.pid, 'SIGTERM');
  });
  stopOnSignal(
    async () => {
      await closeGracefully(draining, () => app.close());
      await storage.close();
    },
    (error) => logger.fatal({ err: error }, 'not closed in order'),
  );
}

async function start(config: Config): Promise<void> {
  const logger = pino(logOptions(config.logLevel));
  const storage = await open(config, logger);
  try {
    if (cluster.isPrimary) await prepare(config, storage);
    if (isOverseer(config.workers)) {
      await storage.close();
      await overseeWorkers(config.workers, config.siteUrl);
      return;
    }
    await serve(config, storage, logger);
  } catch (error) {
    await storage.close();
    throw error;
  }
  if (cluster.isPrimary) say(`The Content Hub is ready at ${config.siteUrl}`);
}

try {
  await start(readConfig(process.env));
} catch (error) {
  process.stderr.write(`${explainStartFailure(error)}\n`);
  process.exit(1);
}
