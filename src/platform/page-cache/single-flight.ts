import { type BoundedMemory, type CacheEntry, everything, type Shelf } from './bounded-memory.ts';

interface Flight<Outcome> {
  readonly outcome: Promise<Outcome>;
  /** Change tags of the work; undefined if they are known only with the outcome. */
  readonly tags: readonly string[] | undefined;
  /** Tags touched since the work began. */
  readonly changed: Set<string>;
}

/**
 * Single-flight: concurrent requests for one key share one piece of work. Its outcome is cached, unless one of its tags
 * was touched while the work ran.
 */
export interface SingleFlight<K extends CacheEntry, Outcome> {
  readonly entries: Shelf<K>;
  /** Number of runs of `work`. */
  readonly begun: number;
  /** Resolves to the outcome of `work`, or of the work that runs for this key already. */
  make(
    key: string,
    tags: readonly string[] | undefined,
    work: () => Promise<Outcome>,
  ): Promise<Outcome>;
  /**
   * Invalidates work in progress with these tags (`'*'` means all): later requests don't join it, and its outcome isn't
   * cached. Entries are dropped by `BoundedMemory.dropTagged`.
   */
  invalidate(tags: readonly string[]): void;
}

/** `toEntry` returns the cache entry for an outcome, if any. */
export function createSingleFlight<K extends CacheEntry, Outcome>(
  memory: BoundedMemory,
  toEntry: (outcome: Outcome) => K | undefined,
): SingleFlight<K, Outcome> {
  const shelf = memory.addShelf<K>();
  const running = new Set<Flight<Outcome>>();
  /** Flights that requests can still join. */
  const current = new Map<string, Flight<Outcome>>();
  let begun = 0;

  function begin(
    key: string,
    tags: readonly string[] | undefined,
    work: () => Promise<Outcome>,
  ): Flight<Outcome> {
    begun += 1;
    const flight: Flight<Outcome> = { outcome: work(), tags, changed: new Set() };
    running.add(flight);
    current.set(key, flight);
    const finish = (entry?: K) => {
      running.delete(flight);
      if (current.get(key) === flight) current.delete(key);
      // An outdated outcome goes only to requests from before the change.
      const isOutdated = [...(entry?.tags ?? []), everything].some((tag) =>
        flight.changed.has(tag),
      );
      if (entry && !isOutdated) shelf.keep(entry);
    };
    flight.outcome.then(
      (outcome) => finish(toEntry(outcome)),
      () => finish(),
    );
    return flight;
  }

  return {
    entries: shelf,
    get begun() {
      return begun;
    },
    make: (key, tags, work) => (current.get(key) ?? begin(key, tags, work)).outcome,
    invalidate(tags) {
      const isAll = tags.includes(everything);
      for (const flight of running) for (const tag of tags) flight.changed.add(tag);
      for (const [key, { tags: own }] of current) {
        if (isAll || !own || own.some((tag) => tags.includes(tag))) current.delete(key);
      }
    },
  };
}
