import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { unavailable } from '../../../../platform/contract/problems.ts';
import {
  type CacheEntry,
  createBoundedMemory,
} from '../../../../platform/page-cache/bounded-memory.ts';
import { compact } from '../../../../platform/page-cache/gzip-pieces.ts';
import type { PictureFolder } from '../picture-folder.ts';
import { BucketError } from './bucket-client.ts';

const mebibyte = 1_024 * 1_024;
/** Cache size of a process, in bytes. */
const keptMax = 64 * mebibyte;
/** A larger file is streamed and not cached; the site makes none. */
const fileMax = 4 * mebibyte;
/** Maximum bytes in transit, from the store or to readers: it bounds what slow readers can hold. */
const heldMax = 128 * mebibyte;
/** Maximum number of different files requested from the store at the same time. */
const askedMax = 256;
/** Maximum wait of a reader in milliseconds; the request to the store goes on and serves later readers. */
const patienceMs = 5_000;
/** Cache lifetime: another process may have removed the file. */
const freshMs = 10 * 60_000;
/** Attempts to fetch a file whose stream breaks off. */
const fetchesMax = 2;
/** Bytes of a chunk sent to a reader. */
const pieceBytes = 64 * 1_024;
/** Seconds: as long as reads from a failed store are paused. */
const retryAfter = 5;

export interface MemoryOptions {
  readonly patience?: number;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

interface KeptFile extends CacheEntry {
  readonly content: Buffer;
  readonly at: number;
}

/** Settles as `work` does, or rejects after a timeout; `work` goes on. */
async function inTime<Value>(work: Promise<Value>, patience: number): Promise<Value> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(unavailable({ retryAfter })), patience);
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** Coalesces concurrent calls for the same key: later callers get the result of the running one. */
function together<Value>() {
  const running = new Map<string, Promise<Value>>();
  return (key: string, ask: () => Promise<Value>): Promise<Value> => {
    const known = running.get(key);
    if (known) return known;
    if (running.size >= askedMax) throw unavailable({ retryAfter });
    const asked = ask().finally(() => running.delete(key));
    running.set(key, asked);
    // The caller may have timed out: avoids an unhandled rejection.
    asked.catch(() => {});
    return asked;
  };
}

/**
 * A cache in front of a store, of at most `keptMax` bytes; files without recent requests are evicted first. Concurrent
 * reads of a file are one request to the store. Readers get a 503 rather than a long wait.
 */
export function withMemory(
  store: PictureFolder,
  { patience = patienceMs, now = () => performance.now() }: MemoryOptions = {},
): PictureFolder {
  const memory = createBoundedMemory(keptMax);
  const files = memory.addShelf<KeptFile>();
  const fetching = together<Buffer | 'large' | undefined>();
  const measuring = together<number | undefined>();
  let held = 0;

  async function fetchWhole(name: string, file: string): Promise<Buffer | 'large' | undefined> {
    for (let tried = 1; ; tried += 1) {
      const found = await store.read(name, file);
      if (!found) return undefined;
      const { size } = found;
      if (size > fileMax || held + size > heldMax) {
        found.stream().destroy();
        if (size > fileMax) return 'large';
        throw unavailable({ retryAfter });
      }
      held += size;
      try {
        return compact(await buffer(found.stream()));
      } catch (cause) {
        if (tried < fetchesMax) continue;
        throw new BucketError(`The store of pictures broke off in the middle of ${name}.`, {
          cause,
        });
      } finally {
        held -= size;
      }
    }
  }

  async function fetchAndKeep(key: string, name: string, file: string) {
    const content = await fetchWhole(name, file);
    if (Buffer.isBuffer(content)) {
      const bytes = content.length;
      const goodUntil = Infinity;
      files.keep({ key, tags: [name], goodUntil, bytes, content, at: now() });
    } else memory.dropTagged([name]);
    return content;
  }

  /** The cached content while it is fresh; otherwise the store's. If the store fails, stale content is served. */
  async function contentOf(name: string, file: string): Promise<Buffer | 'large' | undefined> {
    const key = `${name}/${file}`;
    const kept = files.use(key);
    if (kept && now() - kept.at < freshMs) return kept.content;
    try {
      return await inTime(
        fetching(key, () => fetchAndKeep(key, name, file)),
        patience,
      );
    } catch (error) {
      if (kept) return kept.content;
      throw error;
    }
  }

  /** Counts as held until the stream closes. */
  function streamOf(content: Buffer): Readable {
    let at = 0;
    held += content.length;
    const stream = new Readable({
      read() {
        this.push(at < content.length ? content.subarray(at, at + pieceBytes) : null);
        at += pieceBytes;
      },
    });
    stream.once('close', () => {
      held -= content.length;
    });
    return stream;
  }

  return {
    ...store,
    async read(name, file) {
      const content = await contentOf(name, file);
      if (content === 'large') return store.read(name, file);
      return content && { size: content.length, stream: () => streamOf(content) };
    },
    async sizeOf(name, file) {
      const key = `${name}/${file}`;
      const kept = files.use(key);
      if (kept && now() - kept.at < freshMs) return kept.content.length;
      return inTime(
        measuring(key, () => store.sizeOf(name, file)),
        patience,
      );
    },
    async remove(name, isWanted) {
      memory.dropTagged([name]);
      await store.remove(name, isWanted);
      // Also drops what was fetched during the removal.
      memory.dropTagged([name]);
    },
  };
}
