/**
 * Maximum difference in milliseconds between the clocks of a site's processes: a timestamp further ahead comes from a
 * wrong clock. The time that a process waits for its turn to write adds to the difference.
 */
export const clockToleranceMs = 2_000;
