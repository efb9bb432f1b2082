/**
 * By how many milliseconds the clocks of a site's processes may differ: a time that lies further ahead was noted by a clock that
 * was wrong. Two processes that look at the same moment differ by what the one waited for its turn to write, too.
 */
export const clockToleranceMs = 2_000;
