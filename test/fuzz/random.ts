/** Pseudo-random numbers that are the same for the same seed, so that findings can be reproduced. */
export interface Random {
  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number;
  /** True with a probability of 1 in `inSoMany`. */
  once(inSoMany: number): boolean;
  pick<T>(values: readonly T[]): T;
}

/** Mulberry32: 32 bits of state are enough, as the numbers needn't be unpredictable. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below: Random['below'] = (limit) => Math.floor(next() * limit);
  return {
    below,
    once: (inSoMany) => below(inSoMany) === 0,
    pick(values) {
      const value = values[below(values.length)];
      if (value === undefined && values.length === 0) throw new Error('There is nothing to pick.');
      return value as (typeof values)[number];
    },
  };
}

/** Random numbers for one case, independent of earlier cases, so that a single case can be repeated. */
export function randomOfCase(seed: number, index: number): Random {
  return createRandom(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35));
}
