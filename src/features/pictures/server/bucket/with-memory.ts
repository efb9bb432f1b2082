import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { unavailable } from '../../../../platform/contract/problems.ts';
import {
  type CacheEntry,
  createBoundedMemory,
} from '../../../../platform/page-cache/bounded-memory.ts';
import { compact } from '../../../../platform/page-cache/gzip-pieces.ts';
import type { PictureFolder } from '../picture-folder.ts';
import { BucketTrouble } from './bucket-client.ts';

const mebibyte = 1_024 * 1_024;
/** Bytes of pictures that a process keeps. */
const keptMax = 64 * mebibyte;
/** A larger file is handed on as it comes; the site makes none. */
const fileMax = 4 * mebibyte;
/** Bytes that are on their way from the store, or to readers, however slowly those read. */
const heldMax = 128 * mebibyte;
/** Different files that the store is asked for at once. */
const askedMax = 256;
/** A reader isn't kept waiting for longer; what was asked for comes to those who ask again. */
const patienceMs = 5_000;
/** After this long a file is asked for again: another process may have taken it away. */
const freshMs = 10 * 60_000;
/** How often a file is asked for that breaks off before its end. */
const fetchesMax = 2;
/** Bytes that go to a reader in one piece. */
const pieceBytes = 64 * 1_024;
/** Seconds until it is worth asking again: a store that didn't answer is left alone for as long. */
const retryAfter = 5;

export interface MemoryOptions {
  readonly patience?: number;
  /** Milliseconds since some time. */
  readonly now?: () => number;
}

interface KeptFile extends CacheEntry {
  readonly content: Buffer;
  readonly at: number;
}

/** Resolves as `work` does, or refuses after a time; `work` goes on. */
async function inTime<Value>(work: Promise<Value>, patience: number): Promise<Value> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(unavailable({ retryAfter })), patience);
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** One question at a time about each thing: who asks meanwhile hears the same answer. */
function together<Value>() {
  const running = new Map<string, Promise<Value>>();
  return (key: string, ask: () => Promise<Value>): Promise<Value> => {
    const known = running.get(key);
    if (known) return known;
    if (running.size >= askedMax) throw unavailable({ retryAfter });
    const asked = ask().finally(() => running.delete(key));
    running.set(key, asked);
    // The caller may have gone.
    asked.catch(() => {});
    return asked;
  };
}

/**
 * A store whose files are kept in memory for a while, so that what many readers ask for is asked for once: at most `keptMax`
 * bytes of them, those that nobody asks for go first. Readers are refused (503) rather than kept waiting.
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
        throw new BucketTrouble(`The store of pictures broke off in the middle of ${name}.`, {
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
      files.keep({ key, tags: [name], goodUntil, bytes, isUsed: false, content, at: now() });
    } else memory.dropTagged([name]);
    return content;
  }

  /** What is kept, as long as it is fresh; else what the store says now, if it says anything. */
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

  /** Counted for as long as it is read. */
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
      // What was on its way meanwhile, too.
      memory.dropTagged([name]);
    },
  };
}
