import type { Metric, Registry } from 'prom-client';

/** Seconds; from a finished page to what somebody gives up on. */
export const bounds = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/** How often what took how long. */
export interface Durations {
  observe(ms: number): void;
}

interface Kept extends Durations {
  /** How many fell to each bound, and last those above all of them. */
  readonly counts: readonly number[];
  readonly sum: () => number;
}

function createDurations(): Kept {
  const counts = [...bounds, Infinity].map(() => 0);
  let sum = 0;
  return {
    counts,
    sum: () => sum,
    observe(ms) {
      const seconds = ms / 1_000;
      sum += seconds;
      let index = 0;
      while (index < bounds.length && seconds > (bounds[index] ?? 0)) index += 1;
      counts[index] = (counts[index] ?? 0) + 1;
    },
  };
}

export interface HistogramOptions {
  readonly name: string;
  readonly help: string;
  /** The one label. */
  readonly label: string;
}

/** Values in Prometheus' form: each bound counts all that is below it. */
function valuesOf(name: string, labels: Readonly<Record<string, string>>, kept: Kept) {
  let total = 0;
  const buckets = kept.counts.map((count, index) => {
    total += count;
    const le = bounds[index] ?? '+Inf';
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: total };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: kept.sum() },
    { metricName: `${name}_count`, labels, value: total },
  ];
}

/**
 * A histogram of durations by one label, in `registry`. The library's own checks and hashes its labels at each
 * observation, for up to a microsecond, which is a twentieth of what a finished page takes; here that is left to who asks.
 */
export function createHistogram(
  registry: Registry,
  { name, help, label }: HistogramOptions,
): (value: string) => Durations {
  const byValue = new Map<string, Kept>();
  const metric = {
    name,
    help,
    type: 'histogram',
    aggregator: 'sum',
    get: async () => ({
      name,
      help,
      type: 'histogram',
      aggregator: 'sum',
      values: [...byValue].flatMap(([value, kept]) => valuesOf(name, { [label]: value }, kept)),
    }),
  };
  // All that a registry asks of a metric.
  registry.registerMetric(metric as unknown as Metric);
  return (value) => {
    const known = byValue.get(value);
    if (known) return known;
    const made = createDurations();
    byValue.set(value, made);
    return made;
  };
}
