import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { Gauge, type Metric, Registry } from 'prom-client';
import { z } from 'zod';
import { warnThrottled } from '../../platform/http/log/log-problem.ts';
import type { Scrape } from './serve-metrics.ts';

const question = 'content-hub:metrics';
/** Timeout of a worker in milliseconds: one with a blocked event loop is left out. */
const patienceMs = 2_000;

const labelled = z.object({
  metricName: z.string().optional(),
  labels: z.record(z.string(), z.union([z.string(), z.number()])),
  // JSON has no NaN, such as for the mean of an empty series.
  value: z.number().nullable(),
});
const described = z.object({
  name: z.string(),
  help: z.string(),
  type: z.string(),
  values: z.array(labelled),
});
type Described = z.output<typeof described>;

const ask = z.object({ ask: z.literal(question), id: z.number() });
const reply = z.object({
  reply: z.literal(question),
  id: z.number(),
  metrics: z.array(described),
});

/** Sends this worker's metrics to the primary process on request; nothing where that fails. */
export function answerPrimary(registry: Registry, logger: Logger): void {
  process.on('message', async (message) => {
    const asked = ask.safeParse(message);
    if (!asked.success) return;
    try {
      const metrics = await registry.getMetricsAsJSON();
      // The callback takes the error of a channel that was closed meanwhile.
      process.send?.({ reply: question, id: asked.data.id, metrics }, undefined, {}, () => {});
    } catch (error) {
      warnThrottled(logger, error, 'metrics not sent');
    }
  });
}

/** A worker's metrics; undefined after a timeout. */
function askWorker(worker: Worker, id: number): Promise<readonly Described[] | undefined> {
  const { promise, resolve } = Promise.withResolvers<readonly Described[] | undefined>();
  const end = () => resolve(undefined);
  const timer = setTimeout(end, patienceMs);
  const onReply = (message: unknown) => {
    const parsed = reply.safeParse(message);
    if (parsed.success && parsed.data.id === id) resolve(parsed.data.metrics);
  };
  worker.on('message', onReply).once('exit', end);
  worker.send({ ask: question, id }, (error) => error && end());
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off('message', onReply).off('exit', end);
  });
}

/**
 * Assigns each worker the lowest free number: a replacement reuses its predecessor's number, so that restarts don't
 * create new series.
 */
export function createPlaces(): (ids: readonly number[]) => ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  return (ids) => {
    for (const id of places.keys()) if (!ids.includes(id)) places.delete(id);
    for (const id of ids) {
      if (places.has(id)) continue;
      const taken = new Set(places.values());
      let place = 1;
      while (taken.has(place)) place += 1;
      places.set(id, place);
    }
    return places;
  };
}

/** Joins the workers' metrics in one registry, labelled by worker: Prometheus detects counter resets per worker. */
export function joinMetrics(byWorker: ReadonlyMap<number, readonly Described[]>): Registry {
  const registry = new Registry();
  const byName = new Map<string, Described>();
  for (const [worker, metrics] of byWorker) {
    for (const metric of metrics) {
      const values = metric.values.map((one) => ({
        ...one,
        value: one.value ?? Number.NaN,
        labels: { ...one.labels, worker },
      }));
      const known = byName.get(metric.name);
      byName.set(metric.name, { ...metric, values: [...(known?.values ?? []), ...values] });
    }
  }
  for (const [name, metric] of byName) {
    // The parts of a metric that a registry uses.
    registry.registerMetric({ name, get: async () => metric } as unknown as Metric);
  }
  return registry;
}

/** Collects the metrics of every worker in the primary process. */
export function scrapeWorkers(): Scrape {
  const placesOf = createPlaces();
  let asked = 0;
  return async () => {
    const workers = Object.values(cluster.workers ?? {}).filter(
      (worker) => worker?.isConnected() ?? false,
    ) as readonly Worker[];
    const places = placesOf(workers.map(({ id }) => id));
    asked += 1;
    const replies = await Promise.all(
      workers.map(async (worker) => [worker.id, await askWorker(worker, asked)] as const),
    );
    const byWorker = new Map(
      replies.flatMap(([id, metrics]) => (metrics ? [[places.get(id) ?? 0, metrics]] : [])),
    );
    const registry = joinMetrics(byWorker);
    const counts = new Gauge({
      name: 'content_hub_workers',
      help: 'Processes that share the port: those that run, and those that answered this question.',
      labelNames: ['state'],
      registers: [registry],
    });
    counts.set({ state: 'running' }, workers.length);
    counts.set({ state: 'answering' }, byWorker.size);
    return registry.metrics();
  };
}
