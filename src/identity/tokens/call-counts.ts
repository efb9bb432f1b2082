/** Counts calls in memory, by name. Each process counts for itself: none of it is worth a write for each call. */
export interface CallCounts {
  /** How often the name was counted in the running span. */
  count(name: string): number;
  add(name: string): void;
  /** Seconds until the counts begin anew. */
  secondsLeft(): number;
}

/** A flood from many networks fills no memory: what was counted is forgotten ahead of time. */
const namesMax = 20_000;

/** `perMs`: after so many milliseconds the counts begin anew. */
export function createCallCounts(perMs: number, now: () => number): CallCounts {
  let counts = new Map<string, number>();
  let endsAt = 0;

  function current(): Map<string, number> {
    const time = now();
    // A clock that was set back ends the span as well.
    if (time >= endsAt || time < endsAt - perMs || counts.size >= namesMax) {
      counts = new Map();
      endsAt = time + perMs;
    }
    return counts;
  }

  return {
    count: (name) => current().get(name) ?? 0,
    add(name) {
      const all = current();
      all.set(name, (all.get(name) ?? 0) + 1);
    },
    secondsLeft: () => Math.max(1, Math.ceil((endsAt - now()) / 1000)),
  };
}
