import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createMetrics } from './create-metrics.ts';

const deploy = path.resolve(import.meta.dirname, '../../../deploy');
const read = (file: string) => readFileSync(path.join(deploy, file), 'utf8');

const asking = z.object({ query: z.string() });
const dashboard = z.object({
  templating: z.object({ list: z.array(z.object({ query: z.union([z.string(), asking]) })) }),
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
      targets: z.array(z.object({ expr: z.string() })).min(1),
    }),
  ),
});
const rules = z.object({
  groups: z.array(
    z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })).min(1) }),
  ),
});

const { panels, templating } = dashboard.parse(JSON.parse(read('grafana-dashboard.json')));
const alerts = rules
  .parse(parse(read('prometheus-alerts.yml')))
  .groups.flatMap((group) => group.rules);

/** Metrics of the primary process and of Prometheus itself. */
const primaryMetrics = ['content_hub_workers', 'up'];
/** Labels that Prometheus or the primary process adds. */
const addedLabels = ['job', 'instance', 'worker', 'state', 'le'];

interface Known {
  readonly names: ReadonlySet<string>;
  readonly labels: ReadonlySet<string>;
}

/** All metrics of a site, with names as Prometheus stores them. */
async function known(): Promise<Known> {
  const metrics = createMetrics('sqlite');
  onTestFinished(() => metrics.close());
  metrics.watch({
    pageCache: {
      stats: () => ({
        pages: 0,
        bytes: 0,
        renders: 0,
        diskHits: 0,
        disk: { forms: 0, bytes: 0 },
        hits: 0,
        fills: 0,
        misses: 0,
      }),
    },
    outbox: async () => ({ waiting: 1, failed: 1, oldest: Date.now() }),
    texts: async () => ({ reported: 1, waiting: 1 }),
    disks: async () => new Map([['DATA_DIR', 1]]),
    backup: async () => ({ ageMs: 1_000, isLate: false }),
    replica: () => ({ state: 'current', since: 0, caughtUpAt: 0 }),
  });
  const all = await metrics.registry.getMetricsAsJSON();
  const names = all.flatMap(({ name, type }) =>
    String(type) === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
  );
  const labels = ['route', 'method', 'status', 'code', 'result', 'audience', 'queue', 'kind'];
  return {
    names: new Set([...names, ...primaryMetrics]),
    labels: new Set([...labels, 'engine', 'for', 'why', 'folder', ...addedLabels]),
  };
}

const metricsIn = (expr: string) =>
  expr.match(/\b(?:content_hub|nodejs|process)_\w+|\bup\b/g) ?? [];

function labelsIn(expr: string): readonly string[] {
  const grouped = [...expr.matchAll(/\b(?:by|on|ignoring) \(([^)]*)\)/g)];
  const selected = [...expr.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)];
  return [
    ...grouped.flatMap(([, list = '']) => list.split(', ')),
    ...selected.map(([, label = '']) => label),
  ];
}

test('every panel and every alert queries existing metrics and labels', async () => {
  const { names, labels } = await known();
  const exprs = [...panels.flatMap(({ targets }) => targets), ...alerts].map(({ expr }) => expr);
  for (const { query } of templating.list) if (typeof query === 'object') exprs.push(query.query);
  expect(exprs.length).toBeGreaterThan(30);
  for (const expr of exprs) {
    expect(metricsIn(expr).length).toBeGreaterThan(0);
    expect(metricsIn(expr).filter((name) => !names.has(name))).toEqual([]);
    expect(labelsIn(expr).filter((label) => !labels.has(label))).toEqual([]);
  }
});

test('no alert takes a replica that is behind for moments, as under steady writes, for a lost one', () => {
  const [unread] = alerts.filter(({ alert }) => alert === 'ReplicaUnread');
  expect(metricsIn(unread?.expr ?? '')).toEqual(['content_hub_replica_lag_seconds']);
});

test('every content_hub_ metric is in a panel or an alert, and panels don’t overlap', async () => {
  const { names } = await known();
  const shown = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr)));
  const asked = alerts.flatMap(({ expr }) => metricsIn(expr));
  const bare = (name: string) => name.replace(/_(bucket|sum|count)$/, '');
  const seen = new Set([...shown, ...asked].map(bare));
  const own = [...names].filter((name) => name.startsWith('content_hub_')).map(bare);
  expect(own.filter((name) => !seen.has(name))).toEqual([]);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
});
