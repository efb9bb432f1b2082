import type { Edition, Line, Reading } from './figures.ts';
import type { Places } from './places.ts';

/** Something that is measured, in turn with the others. */
export interface Contestant {
  readonly edition: Edition;
  /** It is what the edition is compared with. */
  readonly isBaseline?: boolean;
  /** One sample of each line, by its id, in the line's unit. */
  sample(): Promise<Readonly<Record<string, number>>>;
}

export interface Contest {
  readonly contestants: readonly Contestant[];
  /** Ends what was started for it; rejects where what was measured turns out not to have been the same. */
  close?(): Promise<void>;
}

/** Lines that are measured together. */
export interface Measurement {
  readonly lines: readonly Line[];
  /** Part of the short run that compares with the kept figures. */
  readonly isInGate?: boolean;
  /** Measured only where `--only` has this very word: it takes long. */
  readonly onlyBy?: string;
  /** Most rounds that make sense: what hardly varies or takes long needs few. */
  readonly mostRounds?: number;
  /** Rejects with `NotHere` where the machine lacks something. */
  prepare(places: Places): Promise<Contest>;
}

/** The lines of one heading of the report. */
export interface Section {
  readonly heading: string;
  readonly measurements: readonly Measurement[];
}

/** Readings by the ids of their lines. */
export type Readings = Readonly<Record<string, Reading>>;

/**
 * Has everybody take a sample in each round: A B, B A, A B …, so that what warms up or slows down over time meets all
 * alike.
 */
export async function runRounds(
  contestants: readonly Contestant[],
  rounds: number,
): Promise<Readonly<Record<Edition, Readings>>> {
  type Collected = Record<string, { samples: number[]; baseline: number[] }>;
  const collected: Record<Edition, Collected> = { before: {}, now: {} };
  for (let round = 0; round < rounds; round += 1) {
    for (const each of round % 2 === 0 ? contestants : contestants.toReversed()) {
      for (const [id, value] of Object.entries(await each.sample())) {
        const readings = collected[each.edition];
        readings[id] ??= { samples: [], baseline: [] };
        readings[id][each.isBaseline ? 'baseline' : 'samples'].push(value);
      }
    }
  }
  return collected;
}
