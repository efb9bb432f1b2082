/** How often each was met, roughly where there are many. */
export type Counts = Map<string, number>;

/**
 * By the algorithm of Misra and Gries: whatever is met often enough is among the `most` that are counted, however many there
 * are; of a count as much is missing as others took away.
 */
export function noteFrequent(counts: Counts, id: string, most: number): void {
  counts.set(id, (counts.get(id) ?? 0) + 1);
  if (counts.size <= most) return;
  for (const [known, count] of counts) {
    if (count === 1) counts.delete(known);
    else counts.set(known, count - 1);
  }
}
