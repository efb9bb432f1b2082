import { z } from 'zod';

/** Which checkout a figure is of: this one, or the one it is compared with. */
export type Edition = 'before' | 'now';

/** What a figure counts; `µs` is processor time of one request, `kB` is 1,000 bytes. */
export type Unit = 'µs' | 'ms' | 'MiB' | 'kB' | '/s' | 'of 100' | '';

/** What a line is meant to come to: as a share of a plain server's speed, or in its own unit. */
export type Goal =
  | { readonly ratio: number }
  | { readonly atMost: number }
  | { readonly atLeast: number };

/** One line of the report. */
export interface Line {
  /** In words for `--only`, such as `home-signed-in`; the key of its kept figures. */
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

/** What was found for a line: in its unit, and its speed as a share of the baseline's of the same round. */
export const figureSchema = z.union([
  spreadSchema.extend({ ratio: spreadSchema.optional() }),
  /** Why there is none. */
  z.object({ missing: z.string() }),
]);
export type Figure = z.output<typeof figureSchema>;
/** Figures by the ids of their lines. */
export type Figures = Readonly<Record<string, Figure>>;

/** Samples of a line in the order of the rounds, and the baseline's of the same rounds where there is one. */
export interface Reading {
  readonly samples: readonly number[];
  readonly baseline: readonly number[];
}

/** Whether a greater number is a better one. */
function isMoreBetter(unit: Unit): boolean {
  return unit === '/s' || unit === 'of 100';
}

/** The value that this share of the sorted values lies below, between two of them where it falls there. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place % 1);
}

/** The value that as many lie above as below. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function summary(values: readonly number[]): z.output<typeof spreadSchema> {
  const value = median(values);
  const half = (quantile(values, 0.75) - quantile(values, 0.25)) / 2;
  return { value, spread: value === 0 ? 0 : half / value };
}

/** Samples to a figure. The ratio is taken within each round first, so that a slow minute meets both sides alike. */
export function figureOf({ unit }: Line, { samples, baseline }: Reading): Figure {
  if (baseline.length === 0) return summary(samples);
  const ratios = samples.map((sample, round) => {
    const beside = baseline[round] ?? Number.NaN;
    return isMoreBetter(unit) ? sample / beside : beside / sample;
  });
  return { ...summary(samples), ratio: summary(ratios) };
}

/** Whether a figure is what was aimed at; undefined where nothing was, or where there is none. */
export function isReached({ goal }: Line, figure: Figure | undefined): boolean | undefined {
  if (!goal || !figure || 'missing' in figure) return undefined;
  if ('ratio' in goal) return figure.ratio && figure.ratio.value >= goal.ratio;
  return 'atMost' in goal ? figure.value <= goal.atMost : figure.value >= goal.atLeast;
}
