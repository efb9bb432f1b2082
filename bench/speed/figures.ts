import { z } from 'zod';

/** The checkout that a figure is about: this one, or the one it is compared with. */
export type Edition = 'before' | 'now';

/** The unit of a figure; `µs` is processor time per request, `kB` is 1,000 bytes. */
export type Unit = 'µs' | 'ms' | 'MiB' | 'kB' | '/s' | 'of 100' | '';

/** The goal of a line: a share of a plain server's speed, or a limit in its own unit. */
export type Goal =
  | { readonly ratio: number }
  | { readonly atMost: number }
  | { readonly atLeast: number };

/** One line of the report. */
export interface Line {
  /** Words for `--only`, such as `home-signed-in`; the key of the stored figures. */
  readonly id: string;
  readonly title: string;
  readonly unit: Unit;
  readonly goal?: Goal;
}

const spreadSchema = z.object({
  /** Median of all rounds. */
  value: z.number(),
  /** Half the distance between the quartiles, as a share of the median. */
  spread: z.number(),
});

/** The result of a line: in its unit, and its speed as a share of the baseline's in the same rounds. */
export const figureSchema = z.union([
  spreadSchema.extend({ ratio: spreadSchema.optional() }),
  /** The reason why there is no figure. */
  z.object({ missing: z.string() }),
]);
export type Figure = z.output<typeof figureSchema>;
/** Figures by the ids of their lines. */
export type Figures = Readonly<Record<string, Figure>>;

/** Samples of a line in the order of the rounds, and the baseline's of the same rounds, if any. */
export interface Reading {
  readonly samples: readonly number[];
  readonly baseline: readonly number[];
}

/** Whether a greater number is better. */
function isMoreBetter(unit: Unit): boolean {
  return unit === '/s' || unit === 'of 100';
}

/** The quantile of the values at `share`, interpolated linearly. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place % 1);
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function summary(values: readonly number[]): z.output<typeof spreadSchema> {
  const value = median(values);
  const half = (quantile(values, 0.75) - quantile(values, 0.25)) / 2;
  return { value, spread: value === 0 ? 0 : half / value };
}

/**
 * Summarizes samples. The ratio is computed within each round first, so that a slow minute affects both sides alike.
 */
export function figureOf({ unit }: Line, { samples, baseline }: Reading): Figure {
  if (baseline.length === 0) return summary(samples);
  const ratios = samples.map((sample, round) => {
    const beside = baseline[round] ?? Number.NaN;
    return isMoreBetter(unit) ? sample / beside : beside / sample;
  });
  return { ...summary(samples), ratio: summary(ratios) };
}

/** Whether a figure reaches its goal; undefined without a goal or a figure. */
export function isReached({ goal }: Line, figure: Figure | undefined): boolean | undefined {
  if (!goal || !figure || 'missing' in figure) return undefined;
  if ('ratio' in goal) return figure.ratio && figure.ratio.value >= goal.ratio;
  return 'atMost' in goal ? figure.value <= goal.atMost : figure.value >= goal.atLeast;
}
