import { setImmediate as othersTurn } from 'node:timers/promises';
import type { MadeUpSite } from './grow.ts';
import type { Read } from './reads.ts';

/** Percentiles of a read, in milliseconds. */
export interface Figure {
  readonly p50: number;
  readonly p99: number;
}

/** The figures of one read, one for each site, the smallest first. */
export interface Row {
  readonly read: Pick<Read, 'name' | 'isSearch' | 'isDrawn'>;
  readonly figures: readonly Figure[];
}

/** Measured runs of each read on each site, after some runs of warm-up. */
const rounds = 200;
const roundsBefore = 5;

/** The smallest value that this share of all values doesn't exceed (nearest rank). */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}

function figureOf(times: readonly number[]): Figure {
  const sorted = times.toSorted((left, right) => left - right);
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
}

/** Alternates between all sites and all reads, so that other load on the machine affects all alike. */
export async function measure<Site extends MadeUpSite>(
  sites: readonly Site[],
  reads: readonly Read<Site>[],
  onProgress: (round: number, of: number) => void,
): Promise<readonly Row[]> {
  const measured = reads.map((read) => ({ read, times: sites.map((): number[] => []) }));
  for (let round = -roundsBefore; round < rounds; round += 1) {
    for (const { read, times } of measured) {
      for (const [index, site] of sites.entries()) {
        await read.before?.(site);
        const start = performance.now();
        await read.run(site);
        if (round >= 0) times[index]?.push(performance.now() - start);
      }
    }
    onProgress(Math.max(0, round + 1), rounds);
    await othersTurn();
  }
  return measured.map(({ read, times }) => ({ read, figures: times.map(figureOf) }));
}
