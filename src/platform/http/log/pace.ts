/** How often the same is said. */
const everyMs = 10_000;

/** Asked before the same thing is said again: how often it went unsaid since, or undefined while it isn't time yet. */
export type Pace = (what: string) => number | undefined;

/** Lets each of a few things be said every ten seconds, so that a storm of them doesn't fill the log. */
export function createPace(now: () => number = Date.now): Pace {
  const said = new Map<string, { readonly at: number; unsaid: number }>();
  return (what) => {
    const last = said.get(what);
    const time = now();
    if (last && time - last.at < everyMs && time >= last.at) {
      last.unsaid += 1;
      return undefined;
    }
    said.set(what, { at: time, unsaid: 0 });
    return last?.unsaid ?? 0;
  };
}
