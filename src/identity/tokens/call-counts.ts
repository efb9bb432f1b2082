/**
 * In-memory call counters by name, for each process: a database write for each call would cost more than it's worth.
 */
export interface CallCounts {
  /** The name's count in the current window. */
  count(name: string): number;
  add(name: string): void;
  /** Seconds until the window ends. */
  secondsLeft(): number;
}

/** A flood from many networks doesn't fill the memory: the counters are reset early. */
const namesMax = 20_000;

/** `perMs`: length of the window in milliseconds. */
export function createCallCounts(perMs: number, now: () => number): CallCounts {
  let counts = new Map<string, number>();
  let endsAt = 0;

  function current(): Map<string, number> {
    const time = now();
    // A clock that was set back ends the window as well.
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
