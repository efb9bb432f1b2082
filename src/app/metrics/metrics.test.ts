import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { startApp } from '../../platform/http/testing.ts';
import { queries } from '../../platform/telemetry/durations.ts';
import { inQueue } from '../../platform/telemetry/queues.ts';
import { readConfig } from '../config.ts';
import { allPaths } from '../registry.ts';
import { createMetrics, type MetricSources } from './create-metrics.ts';
import { createHistogram } from './histogram.ts';
import { createRouteNames } from './route-of.ts';
import { createPlaces, joinMetrics } from './workers-metrics.ts';

test('an address is counted under its route pattern, and an unknown one under “other”', () => {
  const routeOf = createRouteNames(allPaths);
  expect(routeOf('/')).toBe('/');
  expect(routeOf('/All-blogs?search=x&page=2')).toBe('/All-blogs');
  expect(routeOf('/blog/0190b2a4?from=feed')).toBe('/blog/:id');
  expect(routeOf('/api/blog/0190b2a4')).toBe('/api/blog/:id');
  expect(routeOf('/assets/a-1234.js')).toBe('/assets/*');
  expect(routeOf('/images/uploads/x/800.webp')).toBe('/images/*');
  for (const url of ['/x', '/x/y/z', '/blog', '/assets', '*', '', `/blog/${'x'.repeat(9_000)}`]) {
    expect(routeOf(url)).toBe('other');
  }
  for (const path of allPaths) expect(routeOf(path)).toBe(path);
});

test('a histogram counts durations in buckets from a tenth of a millisecond to ten seconds', async () => {
  const registry = new Registry();
  const histogram = createHistogram(registry, {
    name: 'seconds',
    help: 'How long.',
    label: 'route',
  });
  for (const seconds of [0, 0.00005, 0.0001, 0.003, 0.5, 0.51, 10, 11]) {
    histogram.observe({ route: '/' }, seconds);
  }
  const text = await registry.metrics();
  for (const [le, count] of [
    ['0.0001', 3],
    ['0.5', 5],
    ['10', 7],
    ['+Inf', 8],
  ]) {
    expect(text).toContain(`seconds_bucket{le="${le}",route="/"} ${count}`);
  }
  expect(text).toContain('seconds_count{route="/"} 8');
});

test('a queue’s length counts a job until it is done or has failed', async () => {
  const metrics = createMetrics('sqlite');
  onTestFinished(() => metrics.close());
  const length = async () => {
    const text = await metrics.registry.getSingleMetricAsString('content_hub_queue_length');
    return /queue="pictures"\} (\d+)/.exec(text)?.[1];
  };
  const [good, bad] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const all = Promise.allSettled([
    inQueue('pictures', good.promise),
    inQueue('pictures', bad.promise),
  ]);
  expect(await length()).toBe('2');
  good.resolve();
  bad.reject(new Error('no picture'));
  expect(await all).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected' }]);
  expect(await length()).toBe('0');
});

test('telemetry channels have subscribers only while metrics exist', () => {
  expect(queries.hasSubscribers).toBe(false);
  const metrics = createMetrics('sqlite');
  expect(queries.hasSubscribers).toBe(true);
  metrics.close();
  expect(queries.hasSubscribers).toBe(false);
});

test('a request whose client disconnects is counted as 499 and no longer as in hand', async () => {
  const metrics = createMetrics('sqlite');
  onTestFinished(() => metrics.close());
  const asked = Promise.withResolvers<void>();
  const { port } = await startApp(
    (app) => {
      app.get('/healthz', () => {
        asked.resolve();
        return new Promise(() => {});
      });
    },
    { observe: metrics.observe },
  );
  const { request } = process.getBuiltinModule('node:http');
  const sent = request({ port, host: '127.0.0.1', path: '/healthz' }).on('error', () => {});
  sent.end();
  await asked.promise;
  expect(await metrics.registry.metrics()).toContain('content_hub_requests_in_hand 1');
  const { promise: gone, resolve: go } = Promise.withResolvers<void>();
  sent.once('close', go).destroy();
  await gone;
  await expect
    .poll(() => metrics.registry.metrics())
    .toContain('content_hub_requests_total{route="/healthz",method="GET",status="499"} 1');
  expect(await metrics.registry.metrics()).toContain('content_hub_requests_in_hand 0');
});

const stats = { pages: 0, bytes: 0, renders: 0, diskHits: 0, hits: 0, fills: 0, misses: 0 };
/** A site of which there is nothing to say. */
const quiet: MetricSources = {
  pageCache: { stats: () => ({ ...stats, disk: undefined }) },
  outbox: async () => ({ waiting: 0, failed: 0, oldest: undefined }),
  texts: async () => ({ reported: 0, waiting: 0 }),
  disks: async () => new Map(),
};

test('a value that can’t be read is left out of a scrape, and the others are served', async () => {
  const errors: string[] = [];
  const metrics = createMetrics('sqlite', (error) => errors.push(String(error)));
  onTestFinished(() => metrics.close());
  let isDown = false;
  const read =
    <Found>(found: Found) =>
    async () => {
      if (isDown) throw new Error('down');
      return found;
    };
  metrics.watch({
    ...quiet,
    outbox: read({ waiting: 3, failed: 2, oldest: 0 }),
    texts: read({ reported: 1, waiting: 4 }),
    backup: read({ ageMs: 1_000, isLate: true }),
    disks: () => (isDown ? new Promise(() => {}) : Promise.resolve(new Map([['DATA_DIR', 5]]))),
  });
  const readOnes =
    /^content_hub_(?:outbox_waiting|outbox_failed|texts_in_question|backup_late|disk_free_bytes).*/gm;
  const scrape = async () => (await metrics.registry.metrics()).match(readOnes) ?? [];
  const all = [
    'content_hub_outbox_waiting 3',
    'content_hub_outbox_failed 2',
    'content_hub_texts_in_question{why="reported"} 1',
    'content_hub_texts_in_question{why="waiting"} 4',
    'content_hub_disk_free_bytes{folder="DATA_DIR"} 5',
    'content_hub_backup_late 1',
  ];
  expect(await scrape()).toEqual(all);
  isDown = true;
  expect(await scrape()).toEqual([]);
  expect(await metrics.registry.metrics()).toContain('content_hub_queue_length{queue="writes"} 0');
  expect(new Set(errors)).toEqual(new Set(['Error: down', 'Error: no answer in time']));
  isDown = false;
  expect(await scrape()).toEqual(all);
});

test('the lag of a replica is the time since it had everything, whatever its state is now', async () => {
  const metrics = createMetrics('postgres');
  onTestFinished(() => metrics.close());
  let caughtUpAt = Date.now() - 90_000;
  metrics.watch({ ...quiet, replica: () => ({ state: 'behind', since: 0, caughtUpAt }) });
  const lag = async () =>
    Number(
      /^content_hub_replica_lag_seconds (.*)/m.exec(
        await metrics.registry.getSingleMetricAsString('content_hub_replica_lag_seconds'),
      )?.[1],
    );
  expect(await lag()).toBeGreaterThanOrEqual(90);
  caughtUpAt = Date.now() + 90_000;
  expect(await lag()).toBe(0);
});

test('a worker that replaces another takes over its number', () => {
  const placesOf = createPlaces();
  expect([...placesOf([1, 2]).values()]).toEqual([1, 2]);
  expect([...placesOf([1, 2, 3])]).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ]);
  expect([...placesOf([2, 3, 4])].sort()).toEqual([
    [2, 2],
    [3, 3],
    [4, 1],
  ]);
});

test('the metrics of several workers are joined by name, each value with a worker label', async () => {
  const metricsWith = (value: number | null) => [
    { name: 'hits', help: 'Hits.', type: 'counter', values: [{ labels: { route: '/' }, value }] },
  ];
  const registry = joinMetrics(
    new Map([
      [1, metricsWith(3)],
      [2, metricsWith(null)],
    ]),
  );
  expect(await registry.metrics()).toBe(
    '# HELP hits Hits.\n# TYPE hits counter\nhits{route="/",worker="1"} 3\nhits{route="/",worker="2"} Nan\n',
  );
});

test('metrics have a port of their own, on this machine only unless METRICS_HOST is set', () => {
  expect(readConfig({}).metrics).toBeUndefined();
  expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, host: '127.0.0.1' });
  expect(readConfig({ METRICS_PORT: '9464', METRICS_HOST: '::' }).metrics?.host).toBe('::');
  for (const METRICS_PORT of ['0', '70000', 'on', '3000']) {
    expect(() => readConfig({ METRICS_PORT })).toThrow('METRICS_PORT');
  }
});
