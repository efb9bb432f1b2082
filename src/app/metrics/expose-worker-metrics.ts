import type { Logger } from 'pino';
import type { MetricsAddress } from '../config.ts';
import { serveMetrics } from './serve-metrics.ts';
import { scrapeWorkers } from './workers-metrics.ts';

/** In the process above the workers, which doesn't load the site: one question is answered for all of them. */
export async function exposeWorkerMetrics(address: MetricsAddress, logger: Logger): Promise<void> {
  await serveMetrics(address, scrapeWorkers(), logger);
}
