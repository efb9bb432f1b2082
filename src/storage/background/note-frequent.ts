/** Occurrences per id; approximate once there are many ids. */
export type Counts = Map<string, number>;

/**
 * The Misra-Gries algorithm: a sufficiently frequent id is among the `most` counters, whatever the number of distinct
 * ids. A count is too low by the number of times that other ids decremented it.
 */
export function noteFrequent(counts: Counts, id: string, most: number): void {
  counts.set(id, (counts.get(id) ?? 0) + 1);
  if (counts.size <= most) return;
  for (const [known, count] of counts) {
    if (count === 1) counts.delete(known);
    else counts.set(known, count - 1);
  }
}
