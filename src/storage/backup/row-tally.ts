import { hash } from 'node:crypto';

/** How many rows there are, and a digest of all that is in them, whatever their order. */
export interface Tally {
  readonly rows: number;
  /** Hexadecimal. */
  readonly digest: string;
}

/** A row as it is kept: the values of its columns, in the order of their names. */
export type Row = readonly (string | number | null)[];

const digestBits = 256;

/** One row as one line of text: equal rows are equal lines, on either engine. */
export function lineOf(row: Row): string {
  return JSON.stringify(row);
}

/**
 * Counts rows as they go by. Their digests (SHA-256) are added up, so that two databases agree whose rows come in
 * different orders; what differs by accident has another sum.
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
