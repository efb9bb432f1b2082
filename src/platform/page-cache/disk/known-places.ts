import { crc32 } from 'node:zlib';
import type { RecordPlace } from './segments.ts';

/** Keys share slots by hash, and displace each other. 65,536 slots take 1.3 MiB, as far as they are used. */
const slotsMax = 65_536;

/**
 * Where records were found, by their key: an index lookup takes as long as reading a page. Only a hint: the record may
 * have been moved, erased, or belong to another key with the same hash.
 */
export class KnownPlaces {
  readonly #sums = new Uint32Array(slotsMax);
  /** 0 for an empty slot. */
  readonly #segments = new Uint32Array(slotsMax);
  readonly #starts = new Float64Array(slotsMax);
  readonly #sizes = new Uint32Array(slotsMax);

  note(key: string, { segment, start, size }: RecordPlace): void {
    const sum = crc32(key);
    const slot = sum % slotsMax;
    this.#sums[slot] = sum;
    this.#segments[slot] = segment;
    this.#starts[slot] = start;
    this.#sizes[slot] = size;
  }

  find(key: string): RecordPlace | undefined {
    const sum = crc32(key);
    const slot = sum % slotsMax;
    const { [slot]: segment = 0 } = this.#segments;
    if (segment === 0 || this.#sums[slot] !== sum) return undefined;
    return { segment, start: this.#starts[slot] ?? 0, size: this.#sizes[slot] ?? 0 };
  }

  forget(key: string): void {
    this.#segments[crc32(key) % slotsMax] = 0;
  }
}
