import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { outboxFigures } from '../../identity/mail/outbox-state.ts';
import { createDraining } from '../../platform/http/closing/draining.ts';
import {
  closeGracefully,
  drainMs,
  stopOnSignal,
} from '../../platform/http/closing/graceful-close.ts';
import type { Storage } from '../../storage/storage.ts';
import { readBackupState } from '../backup/backup-state.ts';
import { buildApp, connectionLimits } from '../build-app.ts';
import type { Config } from '../config.ts';
import type { MetricSources, Metrics } from '../metrics/create-metrics.ts';
import { loadBuiltPages } from '../rendering/page-renderer.ts';
import { textsInQuestion } from '../site-parts.ts';
import { openFilesMax, shortageOfFiles } from './open-files.ts';
import { retirement } from './workers.ts';

/** Undefined where metrics are off; their code isn't loaded then. */
async function metricsOf(
  { metrics: address }: Config,
  { engine }: Storage,
  logger: Logger,
): Promise<Metrics | undefined> {
  if (!address) return undefined;
  const { exposeMetrics } = await import('../metrics/expose-metrics.ts');
  return exposeMetrics(address, { engine, logger });
}

/** Includes manual backups. */
function newestBackupOf({ backups }: Config): MetricSources['backup'] {
  const startedAt = Date.now();
  return () => readBackupState(backups, startedAt, Date.now());
}

/** Free space of the folders that this process writes to; skips a folder that doesn't exist yet. */
async function freeDisks({ dataDir, backups }: Config): Promise<ReadonlyMap<string, number>> {
  const free = new Map<string, number>();
  const folders = { DATA_DIR: dataDir, ...(backups.everyMs && { BACKUP_DIR: backups.folder }) };
  for (const [name, folder] of Object.entries(folders)) {
    const found = await statfs(folder).catch(() => undefined);
    if (found) free.set(name, found.bavail * found.bsize);
  }
  return free;
}

/** Listens, with the pages of the build in `distFolder`, and shuts down gracefully on a signal. */
export async function serve(
  config: Config,
  storage: Storage,
  logger: Logger,
  distFolder: string,
): Promise<void> {
  const renderer = await loadBuiltPages(distFolder);
  const draining = createDraining(drainMs);
  const files = { kind: 'built', folder: path.join(distFolder, 'browser') } as const;
  const metrics = await metricsOf(config, storage, logger);
  const parts = { config, storage, renderer, files, logger, draining };
  const { app, pageCache } = await buildApp({ ...parts, observe: metrics?.observe });
  const outbox = () => outboxFigures(storage.writer);
  const backup = newestBackupOf(config);
  metrics?.watch({
    pageCache,
    outbox,
    backup,
    replica: storage.replicaStatus,
    texts: () => textsInQuestion(storage),
    disks: () => freeDisks(config),
  });
  const shortage = shortageOfFiles(connectionLimits(config).max, openFilesMax());
  if (shortage) logger.warn(shortage);
  // Registered before the process reports that it is ready: it may be asked to retire right then.
  process.on('message', (message) => {
    if (message !== retirement) return;
    // Other processes accept new connections from here on.
    draining.stopListening();
    process.kill(process.pid, 'SIGTERM');
  });
  stopOnSignal(
    async () => {
      logger.info('asked to end: finishing what runs, and taking nothing new');
      await closeGracefully(draining, () => app.close());
      await storage.close();
      logger.info('ended in order');
    },
    (error) => logger.fatal({ err: error }, 'not closed in order'),
  );
  await app.listen({ port: config.port, host: config.host });
}
