const dayMs = 24 * 60 * 60_000;
/** How far ahead a draft may wait for its time. */
const longestMs = 366 * dayMs;

/** Why nothing can be published at a time, in words for people; undefined where it can. In milliseconds since 1970. */
export function refusalOfTime(time: number, now: number): string | undefined {
  if (time <= now) return 'This time has passed. Please choose one that is yet to come.';
  if (time > now + longestMs) return 'Please choose a time within a year.';
  return undefined;
}
