/** Milliseconds between two log lines on the same subject. */
const everyMs = 10_000;
/** Maximum number of remembered subjects. */
const rememberedMax = 10_000;

/**
 * Called before a line is logged: returns the number of suppressed lines since the last one, or undefined to suppress
 * this one.
 */
export type LogThrottle = (what: string) => number | undefined;

/** Lets a line on the same subject through once in ten seconds, so that an outage doesn't fill the log. */
export function createLogThrottle(now: () => number = Date.now): LogThrottle {
  const said = new Map<string, { readonly at: number; unsaid: number }>();
  return (what) => {
    const last = said.get(what);
    const time = now();
    if (last && time - last.at < everyMs && time >= last.at) {
      last.unsaid += 1;
      return undefined;
    }
    if (said.size >= rememberedMax) said.clear();
    said.set(what, { at: time, unsaid: 0 });
    return last?.unsaid ?? 0;
  };
}
