import { Histogram, type Registry } from 'prom-client';

/** Seconds; from a cached page to where visitors give up. */
const buckets = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

export interface HistogramOptions<Label extends string> {
  readonly name: string;
  readonly help: string;
  /** The name of the single label. */
  readonly label: Label;
}

/** A histogram of durations in seconds, in `registry`. */
export function createHistogram<Label extends string>(
  registry: Registry,
  { name, help, label }: HistogramOptions<Label>,
): Histogram<Label> {
  return new Histogram({ name, help, labelNames: [label], buckets, registers: [registry] });
}
