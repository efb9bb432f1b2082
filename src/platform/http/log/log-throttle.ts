/** Milliseconds between two log lines about the same thing. */
const everyMs = 10_000;
/** Different lines that are remembered. */
const rememberedMax = 10_000;

/** Asked before a line is logged: how many like it were left out since the last, or undefined where this one is left out, too. */
export type LogThrottle = (what: string) => number | undefined;

/** Lets the same line through once in ten seconds, so that an outage doesn't fill the log. */
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
