import { hash } from 'node:crypto';

/** Number of rows and a digest of their contents, independent of their order. */
export interface Tally {
  readonly rows: number;
  /** Hexadecimal. */
  readonly digest: string;
}

/** A stored row: the values of its columns, sorted by column name. */
export type Row = readonly (string | number | null)[];

const digestBits = 256;

/** Serializes a row to one line of text: equal rows give equal lines on either engine. */
export function lineOf(row: Row): string {
  return JSON.stringify(row);
}

/**
 * Counts rows and adds up their SHA-256 digests, so the order of rows doesn't matter and an accidental difference
 * changes the sum.
 */
export function createTally(): { add(line: string): void; result(): Tally } {
  let rows = 0;
  let sum = 0n;
  return {
    add(line) {
      rows += 1;
      sum = BigInt.asUintN(digestBits, sum + BigInt(`0x${hash('sha256', line)}`));
    },
    result: () => ({ rows, digest: sum.toString(16).padStart(digestBits / 4, '0') }),
  };
}
