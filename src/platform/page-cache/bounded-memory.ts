/** The tag for "anything may have changed". */
export const everything = '*';

export interface CacheEntry {
  readonly key: string;
  /** A commit that touches one of these drops it. */
  readonly tags: readonly string[];
  bytes: number;
  /** Asked for since it was kept or last spared from being dropped. */
  isUsed: boolean;
}

/** Things of one kind by their key. */
export interface Shelf<K extends CacheEntry> {
  readonly size: number;
  /** The thing, which then counts as used. */
  use(key: string): K | undefined;
  keep(kept: K): void;
}

/** Things on shelves, at most so many bytes in all; those that nobody asks for go first. */
export interface BoundedMemory {
  readonly bytes: number;
  addShelf<K extends CacheEntry>(): Shelf<K>;
  /** Counts what has been added to a thing, unless it has gone meanwhile. */
  grow(kept: CacheEntry, bytes: number): void;
  /** Drops what has one of these tags; `'*'` drops everything. */
  dropTagged(tags: readonly string[]): void;
}

export function createBoundedMemory(maxBytes: number): BoundedMemory {
  /**
   * Everything, with the shelf that it is on; the next to be dropped first. Marking what is used is cheaper than moving
   * it at every request.
   */
  const all = new Map<CacheEntry, Map<string, CacheEntry>>();
  const byTag = new Map<string, Set<CacheEntry>>();
  const shelves: Map<string, CacheEntry>[] = [];
  let bytes = 0;

  function drop(kept: CacheEntry): void {
    all.get(kept)?.delete(kept.key);
    all.delete(kept);
    bytes -= kept.bytes;
    for (const tag of kept.tags) {
      const tagged = byTag.get(tag);
      tagged?.delete(kept);
      if (tagged?.size === 0) byTag.delete(tag);
    }
  }

  function makeRoom(): void {
    for (const [kept, shelf] of all) {
      if (bytes <= maxBytes) return;
      if (!kept.isUsed) {
        drop(kept);
        continue;
      }
      // A second chance: it comes round again after all others.
      kept.isUsed = false;
      all.delete(kept);
      all.set(kept, shelf);
    }
  }

  return {
    get bytes() {
      return bytes;
    },
    addShelf<K extends CacheEntry>(): Shelf<K> {
      const shelf = new Map<string, K>();
      shelves.push(shelf as Map<string, CacheEntry>);
      return {
        get size() {
          return shelf.size;
        },
        use(key) {
          const kept = shelf.get(key);
          if (kept) kept.isUsed = true;
          return kept;
        },
        keep(kept) {
          const replaced = shelf.get(kept.key);
          if (replaced) drop(replaced);
          shelf.set(kept.key, kept);
          all.set(kept, shelf as Map<string, CacheEntry>);
          bytes += kept.bytes;
          for (const tag of kept.tags) {
            const tagged = byTag.get(tag) ?? new Set();
            byTag.set(tag, tagged.add(kept));
          }
          makeRoom();
        },
      };
    },
    grow(kept, added) {
      if (!all.has(kept)) return;
      kept.bytes += added;
      bytes += added;
      makeRoom();
    },
    dropTagged(tags) {
      if (tags.includes(everything)) {
        // At once: one after the other, a hundred thousand would hold everybody up.
        for (const shelf of shelves) shelf.clear();
        all.clear();
        byTag.clear();
        bytes = 0;
        return;
      }
      for (const tag of tags) for (const kept of byTag.get(tag) ?? []) drop(kept);
    },
  };
}
