import { crc32 } from 'node:zlib';
import { DamagedStore } from './record.ts';

/**
 * Number of stamps. Tags share stamps by hash, and tags with the same stamp are invalidated together. 65,536 stamps
 * take half a MiB and seldom collide.
 */
const stampsMax = 65_536;
const rowStamps = 256;
export const stampRows = stampsMax / rowStamps;
const stampBytes = 8;
const sumBytes = 4;

export function stampOf(tag: string): number {
  return crc32(tag) % stampsMax;
}

/** The row of a stamp. */
export function rowOf(stamp: number): number {
  return Math.floor(stamp / rowStamps);
}

function sumOf(row: number, bytes: Buffer): number {
  return crc32(bytes.subarray(sumBytes), row);
}

/** An encoded row without stamps. */
export function emptyRow(row: number): Buffer {
  const bytes = Buffer.alloc(sumBytes + rowStamps * stampBytes);
  bytes.writeUInt32LE(sumOf(row, bytes));
  return bytes;
}

/** An encoded row with some stamps set to `n`. Throws `DamagedStore`. */
export function stampRow(row: number, stored: Uint8Array, stamps: Iterable<number>, n: number) {
  const bytes = Buffer.from(stored);
  readRow(row, bytes);
  for (const stamp of stamps) {
    bytes.writeDoubleLE(n, sumBytes + (stamp % rowStamps) * stampBytes);
  }
  bytes.writeUInt32LE(sumOf(row, bytes));
  return bytes;
}

/** Decodes a stored row. Throws `DamagedStore`. */
function readRow(row: number, bytes: Buffer): readonly number[] {
  const isWhole =
    bytes.length === sumBytes + rowStamps * stampBytes &&
    bytes.readUInt32LE() === sumOf(row, bytes);
  if (!isWhole) throw new DamagedStore('Stamps have another checksum.');
  return Array.from({ length: rowStamps }, (_, index) =>
    bytes.readDoubleLE(sumBytes + index * stampBytes),
  );
}

/** The number of the last change of each tag in a store, as far as this process knows. */
export class Stamps {
  readonly #last = new Float64Array(stampsMax);

  /** Loads a stored row. Throws `DamagedStore`. */
  load(row: number, stored: Uint8Array): void {
    this.#last.set(readRow(row, Buffer.from(stored)), row * rowStamps);
  }

  set(stamp: number, n: number): void {
    this.#last[stamp] = n;
  }

  /** Marks a tag as touched before its stamp is known: all records with it are invalid. */
  hide(tag: string): void {
    this.#last[stampOf(tag)] = Infinity;
  }

  /** Whether all of these stamps are at most `since`. */
  areUntouched(stamps: Iterable<number>, since: number): boolean {
    for (const stamp of stamps) if ((this.#last[stamp] ?? Infinity) > since) return false;
    return true;
  }

  areTagsUntouched(tags: readonly string[], since: number): boolean {
    for (const tag of tags) if ((this.#last[stampOf(tag)] ?? Infinity) > since) return false;
    return true;
  }
}
