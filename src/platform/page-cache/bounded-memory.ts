/** The tag for "anything may have changed". */
export const everything = '*';

export interface CacheEntry {
  readonly key: string;
  /** A commit that touches one of these tags drops the entry. */
  tags: readonly string[];
  /** Expiry in milliseconds since 1970; `Infinity` if only tags invalidate the entry. */
  readonly goodUntil: number;
  bytes: number;
  /** Requested since it was added, or since it was last spared from eviction. */
  isUsed: boolean;
}

/** A map of entries of one kind. */
export interface Shelf<K extends CacheEntry> {
  readonly size: number;
  /** The entry, which is marked as used; undefined if there is none or it has expired. */
  use(key: string): K | undefined;
  keep(entry: K): void;
  /** Whether there is an entry, without marking it as used. */
  has(key: string): boolean;
}

/** Of the entries that `admits` is asked about while memory is full, one in this many is admitted. */
const admittedOneIn = 8;

/** Shelves of entries with one limit on their total bytes; evicts by second chance (the clock algorithm). */
export interface BoundedMemory {
  readonly bytes: number;
  addShelf<K extends CacheEntry>(): Shelf<K>;
  /**
   * Whether to keep an entry that can be read from the disk again. While memory is full only a few are: a little more
   * than fits, requested in turn, would displace all of it before anything is requested again.
   */
  admits(bytes: number): boolean;
  /** Whether an entry has not been dropped. */
  holds(entry: CacheEntry): boolean;
  /** Adds bytes to an entry, unless it has been dropped. */
  grow(entry: CacheEntry, bytes: number): void;
  /** Adds tags to an entry, unless it has been dropped. */
  addTags(entry: CacheEntry, tags: readonly string[]): void;
  /** Drops and returns the entries with one of these tags; `'*'` drops all entries and returns none. */
  dropTagged(tags: readonly string[]): readonly CacheEntry[];
}

export function createBoundedMemory(maxBytes: number): BoundedMemory {
  /**
   * All entries with their shelves, in eviction order. Marking an entry as used is cheaper than moving it at each
   * request, as LRU would require.
   */
  const all = new Map<CacheEntry, Map<string, CacheEntry>>();
  const byTag = new Map<string, Set<CacheEntry>>();
  const shelves: Map<string, CacheEntry>[] = [];
  let bytes = 0;
  let asked = 0;

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

  function index(kept: CacheEntry, tags: readonly string[]): void {
    for (const tag of tags) {
      const tagged = byTag.get(tag) ?? new Set();
      byTag.set(tag, tagged.add(kept));
    }
  }

  function makeRoom(): void {
    for (const [kept, shelf] of all) {
      if (bytes <= maxBytes) return;
      if (!kept.isUsed) {
        drop(kept);
        continue;
      }
      // A second chance: moves the entry to the end of the queue.
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
        has: (key) => shelf.has(key),
        use(key) {
          const kept = shelf.get(key);
          if (!kept) return undefined;
          // Most entries never expire and cost no clock read.
          if (kept.goodUntil !== Infinity && kept.goodUntil <= Date.now()) {
            drop(kept);
            return undefined;
          }
          kept.isUsed = true;
          return kept;
        },
        keep(kept) {
          const replaced = shelf.get(kept.key);
          if (replaced) drop(replaced);
          shelf.set(kept.key, kept);
          all.set(kept, shelf as Map<string, CacheEntry>);
          bytes += kept.bytes;
          index(kept, kept.tags);
          makeRoom();
        },
      };
    },
    admits(added) {
      if (bytes + added <= maxBytes) return true;
      asked += 1;
      return asked % admittedOneIn === 0;
    },
    holds: (kept) => all.has(kept),
    grow(kept, added) {
      if (!all.has(kept)) return;
      kept.bytes += added;
      bytes += added;
      makeRoom();
    },
    addTags(kept, tags) {
      if (!all.has(kept) || tags.length === 0) return;
      kept.tags = [...new Set([...kept.tags, ...tags])];
      index(kept, tags);
    },
    dropTagged(tags) {
      if (tags.includes(everything)) {
        // At once: dropping 100,000 entries one by one would block the event loop.
        for (const shelf of shelves) shelf.clear();
        all.clear();
        byTag.clear();
        bytes = 0;
        return [];
      }
      const dropped: CacheEntry[] = [];
      for (const tag of tags) {
        for (const kept of byTag.get(tag) ?? []) {
          drop(kept);
          dropped.push(kept);
        }
      }
      return dropped;
    },
  };
}
