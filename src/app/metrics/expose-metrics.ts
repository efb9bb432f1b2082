import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { warnThrottled } from '../../platform/http/log/log-problem.ts';
import type { Engine } from '../../storage/storage.ts';
import type { MetricsAddress } from '../config.ts';
import { createMetrics, type Metrics } from './create-metrics.ts';
import { serveMetrics } from './serve-metrics.ts';
import { answerPrimary } from './workers-metrics.ts';

/** Starts measuring and exposes the metrics: to Prometheus, or, for several workers, to the primary process. */
export async function exposeMetrics(
  address: MetricsAddress,
  { engine, logger }: { readonly engine: Engine; readonly logger: Logger },
): Promise<Metrics> {
  const metrics = createMetrics(engine, (error) => warnThrottled(logger, error, 'metric not read'));
  if (cluster.isWorker) answerPrimary(metrics.registry, logger);
  else await serveMetrics(address, () => metrics.registry.metrics(), logger);
  return metrics;
}
