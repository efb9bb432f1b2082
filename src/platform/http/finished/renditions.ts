import { type BoundedMemory, everything, type Kept, type Shelf } from './bounded-memory.ts';

interface Rendition<Outcome> {
  readonly outcome: Promise<Outcome>;
  /** What it is made from; undefined where that shows in the outcome only. */
  readonly tags: readonly string[] | undefined;
  /** What has changed since it was begun. */
  readonly changed: Set<string>;
}

/** Makes things, each once for all who wait for it, and keeps them unless something changed meanwhile. */
export interface Renditions<K extends Kept, Outcome> {
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
export function createRenditions<K extends Kept, Outcome>(
  memory: BoundedMemory,
  toKeep: (outcome: Outcome) => K | undefined,
): Renditions<K, Outcome> {
  const shelf = memory.addShelf<K>();
  const running = new Set<Rendition<Outcome>>();
  /** Those that one may still wait for. */
  const current = new Map<string, Rendition<Outcome>>();
  let begun = 0;

  function begin(
    key: string,
    tags: readonly string[] | undefined,
    work: () => Promise<Outcome>,
  ): Rendition<Outcome> {
    begun += 1;
    const rendition: Rendition<Outcome> = { outcome: work(), tags, changed: new Set() };
    running.add(rendition);
    current.set(key, rendition);
    const finish = (kept?: K) => {
      running.delete(rendition);
      if (current.get(key) === rendition) current.delete(key);
      // It goes to those who asked before the change, and to nobody else.
      const isOutdated = [...(kept?.tags ?? []), everything].some((tag) =>
        rendition.changed.has(tag),
      );
      if (kept && !isOutdated) shelf.keep(kept);
    };
    rendition.outcome.then(
      (outcome) => finish(toKeep(outcome)),
      () => finish(),
    );
    return rendition;
  }

  return {
    kept: shelf,
    get begun() {
      return begun;
    },
    make: (key, tags, work) => (current.get(key) ?? begin(key, tags, work)).outcome,
    outdate(tags) {
      const isAll = tags.includes(everything);
      for (const rendition of running) for (const tag of tags) rendition.changed.add(tag);
      for (const [key, { tags: own }] of current) {
        if (isAll || !own || own.some((tag) => tags.includes(tag))) current.delete(key);
      }
    },
  };
}
