const zipfDraws = 10_000;

/** A xorshift generator of numbers below 1, the same in each run. */
function createRandom(): () => number {
  let seed = 2_463_534_242;
  return () => {
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    return (seed >>> 0) / 2 ** 32;
  };
}

export function shuffled<T>(items: readonly T[]): readonly T[] {
  const random = createRandom();
  return items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

/** Draws in which item number n has a frequency of 1 / n: a Zipf distribution with s = 1. */
export function zipf<T>(items: readonly T[]): readonly T[] {
  const random = createRandom();
  let sum = 0;
  const sums = items.map((_, index) => (sum += 1 / (index + 1)));
  return Array.from({ length: zipfDraws }, () => {
    const drawn = random() * sum;
    return items[sums.findIndex((each) => each >= drawn)] as T;
  });
}
