/** Number of distinct words in made-up texts. */
const vocabulary = 200_000;
/** Exponent of Zipf's law for word frequencies; near 1, as in any language. */
const exponent = 1.05;
const wordsOfText = 600;
const wordsOfSentence = 15;
const syllables = 'ka lo mi ne ru ta so vi pe du ha gi be fo ja wu'.split(' ');

/** Pseudo-random numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const shares = new Float64Array(vocabulary);
let whole = 0;
for (let rank = 0; rank < vocabulary; rank += 1) {
  whole += 1 / (rank + 1) ** exponent;
  shares[rank] = whole;
}

/**
 * The word of a frequency rank; 0 is the most frequent. Frequent words are short. No word has an ending that a stemmer
 * would cut.
 */
export function wordOf(rank: number): string {
  let word = '';
  for (let rest = rank + 1; rest > 0; rest >>= 4) word += syllables[rest & 15];
  return `${word}k`;
}

/** Rank of a random word; one in twelve is the most frequent. */
export function rankBy(random: () => number): number {
  const place = random() * whole;
  let low = 0;
  let high = vocabulary - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((shares[middle] ?? whole) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A text of sentences; the same for the same number. */
export function textOf(number: number): string {
  const random = randomFrom(number);
  const words = Array.from({ length: wordsOfText }, () => wordOf(rankBy(random)));
  for (let end = wordsOfSentence; end <= words.length; end += wordsOfSentence)
    words[end - 1] += '.';
  return words.join(' ');
}
