import type { Edition, Line, Reading } from './figures.ts';
import type { Places } from './places.ts';

/** A participant that is measured in turn with the others. */
export interface Contestant {
  readonly edition: Edition;
  /** The edition's other contestants are compared with it. */
  readonly isBaseline?: boolean;
  /** Takes one sample of each line, by its id, in the line's unit. */
  sample(): Promise<Readonly<Record<string, number>>>;
}

export interface Contest {
  readonly contestants: readonly Contestant[];
  /** Stops what was started for it; rejects if the replies that were compared turn out to differ. */
  close?(): Promise<void>;
}

/** Lines that are measured together. */
export interface Measurement {
  readonly lines: readonly Line[];
  /** Included in the short run that compares with the stored figures. */
  readonly isInGate?: boolean;
  /** Measured only if `--only` contains exactly this word, because it takes long. */
  readonly onlyBy?: string;
  /** Maximum number of rounds: measurements that hardly vary or take long need few. */
  readonly mostRounds?: number;
  /** Rejects with `NotHere` if the machine lacks a requirement. */
  prepare(places: Places): Promise<Contest>;
}

/** The lines under one heading of the report. */
export interface Section {
  readonly heading: string;
  readonly measurements: readonly Measurement[];
}

/** Readings by the ids of their lines. */
export type Readings = Readonly<Record<string, Reading>>;

/**
 * Takes a sample of each contestant in each round, as A B, B A, A B …, so that warming up or slowing down affects all
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
