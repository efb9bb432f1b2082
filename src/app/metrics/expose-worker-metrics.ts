import { pino } from 'pino';
import { logOptions } from '../../platform/http/log/log-options.ts';
import type { Config } from '../config.ts';
import { serveMetrics } from './serve-metrics.ts';
import { scrapeWorkers } from './workers-metrics.ts';

/** In the primary process, which doesn't load the site: one scrape covers all workers. */
export async function exposeWorkerMetrics({ metrics, logLevel }: Config): Promise<void> {
  if (metrics) await serveMetrics(metrics, scrapeWorkers(), pino(logOptions(logLevel)));
}
