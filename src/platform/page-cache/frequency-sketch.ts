const counterCount = 65_536;
const counterMax = 255;

/**
 * How often keys were asked for lately, by their hashes: a count-min sketch of one row, as in TinyLFU (Einziger,
 * Friedman, Manes, 2017). Takes 64 KiB. After as many notes as there are counters, all of them are halved. A collision
 * adds to a key's count.
 */
export class FrequencySketch {
  readonly #counters = new Uint8Array(counterCount);
  #noted = 0;

  /** `hash` is an unsigned integer whose lower 16 bits are evenly distributed. */
  note(hash: number): void {
    const counter = hash % counterCount;
    const count = this.#counters[counter] ?? 0;
    if (count < counterMax) this.#counters[counter] = count + 1;
    this.#noted += 1;
    if (this.#noted < counterCount) return;
    this.#noted = 0;
    for (let each = 0; each < counterCount; each += 1)
      this.#counters[each] = this.countOf(each) >> 1;
  }

  countOf(hash: number): number {
    return this.#counters[hash % counterCount] ?? 0;
  }
}
