import { crc32 } from 'node:zlib';
import { FrequencySketch } from './frequency-sketch.ts';

/** The tag for "anything may have changed". */
export const everything = '*';

export interface CacheEntry {
  readonly key: string;
  /** The address of which this is one of several entries: requests for any of them count for all. */
  readonly url?: string;
  /** A commit that touches one of these tags drops the entry. */
  tags: readonly string[];
  /** Expiry in milliseconds since 1970; `Infinity` if only tags invalidate the entry. */
  readonly goodUntil: number;
  bytes: number;
}

/** A map of entries of one kind. */
export interface Shelf<K extends CacheEntry> {
  readonly size: number;
  /** The entry, which is marked as used; undefined if there is none or it has expired. */
  use(key: string): K | undefined;
  keep(entry: K): void;
  drop(entry: K): void;
  /** Whether there is an entry, without marking it as used. */
  has(key: string): boolean;
}

/**
 * By how many requests an entry must be ahead of the one that it displaces. Of entries requested in turn, each is ahead by
 * one when it is requested.
 */
const aheadLeast = 2;

/** Shelves of entries with one limit on their total bytes; evicts by second chance (the clock algorithm). */
export interface BoundedMemory {
  readonly bytes: number;
  addShelf<K extends CacheEntry>(): Shelf<K>;
  /**
   * Whether to keep an entry of this size that can be read again from elsewhere. Counts as a request for it: the first
   * one isn't enough. While memory is full, it has to be requested more often than the entry that it would displace: a
   * little more than fits, requested in turn, would displace all of it before anything is requested again.
   */
  admits(url: string, bytes: number): boolean;
  /** The same without counting a request. */
  hasPlaceFor(url: string, bytes: number): boolean;
  /** Whether an entry has not been dropped. */
  holds(entry: CacheEntry): boolean;
  /** Adds bytes to an entry, unless it has been dropped. */
  grow(entry: CacheEntry, bytes: number): void;
  /** Adds tags to an entry, unless it has been dropped. */
  addTags(entry: CacheEntry, tags: readonly string[]): void;
  /** Drops and returns the entries with one of these tags; `'*'` drops all entries and returns none. */
  dropTagged(tags: readonly string[]): readonly CacheEntry[];
}

/** An entry in its place. */
interface Held<K extends CacheEntry = CacheEntry> {
  readonly entry: K;
  readonly shelf: Map<string, Held<K>>;
  readonly hash: number;
  /** Requested since it was added, or since it was last spared from eviction. */
  isUsed: boolean;
}

export function createBoundedMemory(maxBytes: number): BoundedMemory {
  /**
   * All entries, in eviction order. Marking an entry as used is cheaper than moving it at each request, as LRU would
   * require.
   */
  const all = new Map<CacheEntry, Held>();
  const byTag = new Map<string, Set<CacheEntry>>();
  const shelves: Map<string, Held>[] = [];
  const requests = new FrequencySketch();
  let bytes = 0;

  function drop(kept: CacheEntry): void {
    const held = all.get(kept);
    if (!held) return;
    held.shelf.delete(kept.key);
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

  /** The next entry to be evicted; those in use get a second chance, at the end of the queue. */
  function nextEvicted(): Held | undefined {
    for (const [entry, held] of all) {
      if (!held.isUsed) return held;
      held.isUsed = false;
      all.delete(entry);
      all.set(entry, held);
    }
    return undefined;
  }

  function hasPlaceFor(url: string, added: number): boolean {
    const count = requests.countOf(crc32(url));
    if (bytes + added <= maxBytes) return count >= aheadLeast;
    const displaced = nextEvicted();
    if (!displaced) return false;
    if (count >= requests.countOf(displaced.hash) + aheadLeast) return true;
    // The next one is compared with another entry.
    all.delete(displaced.entry);
    all.set(displaced.entry, displaced);
    return false;
  }

  function makeRoom(): void {
    while (bytes > maxBytes) {
      const held = nextEvicted();
      if (!held) return;
      drop(held.entry);
    }
  }

  return {
    get bytes() {
      return bytes;
    },
    addShelf<K extends CacheEntry>(): Shelf<K> {
      const shelf = new Map<string, Held<K>>();
      shelves.push(shelf as unknown as Map<string, Held>);
      return {
        get size() {
          return shelf.size;
        },
        has: (key) => shelf.has(key),
        use(key) {
          const held = shelf.get(key);
          if (!held) return undefined;
          const { entry, hash } = held;
          // Most entries never expire and cost no clock read.
          if (entry.goodUntil !== Infinity && entry.goodUntil <= Date.now()) {
            drop(entry);
            return undefined;
          }
          held.isUsed = true;
          requests.note(hash);
          return entry;
        },
        keep(entry) {
          const replaced = shelf.get(entry.key);
          if (replaced) drop(replaced.entry);
          const held = { entry, shelf, hash: crc32(entry.url ?? entry.key), isUsed: false };
          shelf.set(entry.key, held);
          all.set(entry, held as unknown as Held);
          bytes += entry.bytes;
          index(entry, entry.tags);
          makeRoom();
        },
        drop,
      };
    },
    admits(url, added) {
      requests.note(crc32(url));
      return hasPlaceFor(url, added);
    },
    hasPlaceFor,
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
