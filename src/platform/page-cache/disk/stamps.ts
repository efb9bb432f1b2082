import { crc32 } from 'node:zlib';
import { DamagedStore } from './record.ts';

/** Tags share stamps by their hash: what shares one goes with it. 65,536 take half a MiB and seldom meet. */
const stampsMax = 65_536;
const rowStamps = 256;
export const stampRows = stampsMax / rowStamps;
const stampBytes = 8;
const sumBytes = 4;

export function stampOf(tag: string): number {
  return crc32(tag) % stampsMax;
}

/** The row that a stamp lies in. */
export function rowOf(stamp: number): number {
  return Math.floor(stamp / rowStamps);
}

function sumOf(row: number, bytes: Buffer): number {
  return crc32(bytes.subarray(sumBytes), row);
}

/** A row of stamps as it is stored, with nothing stamped. */
export function emptyRow(row: number): Buffer {
  const bytes = Buffer.alloc(sumBytes + rowStamps * stampBytes);
  bytes.writeUInt32LE(sumOf(row, bytes));
  return bytes;
}

/** The same bytes as a row, with some of its stamps set to a number. Throws `DamagedStore`. */
export function stampRow(row: number, stored: Uint8Array, stamps: Iterable<number>, n: number) {
  const bytes = Buffer.from(stored);
  readRow(row, bytes);
  for (const stamp of stamps) {
    bytes.writeDoubleLE(n, sumBytes + (stamp % rowStamps) * stampBytes);
  }
  bytes.writeUInt32LE(sumOf(row, bytes));
  return bytes;
}

/** The stamps of a stored row. Throws `DamagedStore`. */
function readRow(row: number, bytes: Buffer): readonly number[] {
  const isWhole =
    bytes.length === sumBytes + rowStamps * stampBytes &&
    bytes.readUInt32LE() === sumOf(row, bytes);
  if (!isWhole) throw new DamagedStore('Stamps have another checksum.');
  return Array.from({ length: rowStamps }, (_, index) =>
    bytes.readDoubleLE(sumBytes + index * stampBytes),
  );
}

/** When each tag was last touched, counted in the changes of a store; as this process knows it. */
export class Stamps {
  readonly #last = new Float64Array(stampsMax);

  /** Takes over a stored row. Throws `DamagedStore`. */
  load(row: number, stored: Uint8Array): void {
    this.#last.set(readRow(row, Buffer.from(stored)), row * rowStamps);
  }

  set(stamp: number, n: number): void {
    this.#last[stamp] = n;
  }

  /** Touched, by a number that isn't known yet: whatever has the tag is taken for untrue. */
  hide(tag: string): void {
    this.#last[stampOf(tag)] = Infinity;
  }

  /** Whether none of these was stamped after a number. */
  areUntouched(stamps: Iterable<number>, since: number): boolean {
    for (const stamp of stamps) if ((this.#last[stamp] ?? Infinity) > since) return false;
    return true;
  }

  areTagsUntouched(tags: readonly string[], since: number): boolean {
    for (const tag of tags) if ((this.#last[stampOf(tag)] ?? Infinity) > since) return false;
    return true;
  }
}
