import { type BoundedMemory, type CacheEntry, everything, type Shelf } from './bounded-memory.ts';

interface Flight<Outcome> {
  readonly outcome: Promise<Outcome>;
  /** What it is made from; undefined where that shows in the outcome only. */
  readonly tags: readonly string[] | undefined;
  /** What has changed since it was begun. */
  readonly changed: Set<string>;
}

/** Makes things, each once for all who wait for it, and keeps them unless something changed meanwhile. */
export interface SingleFlight<K extends CacheEntry, Outcome> {
  readonly kept: Shelf<K>;
  /** How many have been begun. */
  readonly begun: number;
  /** Resolves to what `work` comes to, for whoever waits for the same already as well. */
  make(
    key: string,
    tags: readonly string[] | undefined,
    work: () => Promise<Outcome>,
  ): Promise<Outcome>;
  /** Lets nobody else wait for what is being made from these tags, nor keeps it; `'*'` is everything. */
  outdate(tags: readonly string[]): void;
}

/** `toKeep` says what of an outcome is kept, if anything. */
export function createSingleFlight<K extends CacheEntry, Outcome>(
  memory: BoundedMemory,
  toKeep: (outcome: Outcome) => K | undefined,
): SingleFlight<K, Outcome> {
  const shelf = memory.addShelf<K>();
  const running = new Set<Flight<Outcome>>();
  /** Those that one may still wait for. */
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
    const finish = (kept?: K) => {
      running.delete(flight);
      if (current.get(key) === flight) current.delete(key);
      // It goes to those who asked before the change, and to nobody else.
      const isOutdated = [...(kept?.tags ?? []), everything].some((tag) => flight.changed.has(tag));
      if (kept && !isOutdated) shelf.keep(kept);
    };
    flight.outcome.then(
      (outcome) => finish(toKeep(outcome)),
      () => finish(),
    );
    return flight;
  }

  return {
    kept: shelf,
    get begun() {
      return begun;
    },
    make: (key, tags, work) => (current.get(key) ?? begin(key, tags, work)).outcome,
    outdate(tags) {
      const isAll = tags.includes(everything);
      for (const flight of running) for (const tag of tags) flight.changed.add(tag);
      for (const [key, { tags: own }] of current) {
        if (isAll || !own || own.some((tag) => tags.includes(tag))) current.delete(key);
      }
    },
  };
}
