const dayMs = 24 * 60 * 60_000;
/** Maximum time ahead of a scheduled publication. */
const longestMs = 366 * dayMs;

/**
 * Why a text can't be scheduled for this time, in plain language; undefined where it can. In milliseconds since 1970.
 */
export function refusalOfTime(time: number, now: number): string | undefined {
  if (time <= now) return 'This time has passed. Please choose one that is yet to come.';
  if (time > now + longestMs) return 'Please choose a time within a year.';
  return undefined;
}
