import { setTimeout as wait } from 'node:timers/promises';
import { startBackground } from '../../storage/background/background.ts';
import type { Storage } from '../../storage/storage.ts';
import { blogTags } from '../contract.ts';
import { blogsToIndex, indexText } from './text-index.ts';

/** Blogs per write, which takes some ten milliseconds. */
const batch = 5;
/** Milliseconds between two writes: writes of people take precedence. */
const pauseMs = 20;
const lookEveryMs = 60_000;

interface IndexingParts {
  readonly storage: Storage;
  readonly onError: (error: unknown) => void;
}

/** Indexes some blogs; false where none are left. */
async function indexSome(storage: Storage): Promise<boolean> {
  const ids = (await blogsToIndex(storage.writer, batch)).map(({ blog_id }) => blog_id);
  if (ids.length === 0) return false;
  await storage.write(
    async ({ db }) => {
      for (const id of ids) await indexText(db, id, true);
    },
    { lockKeys: ['indexing', ...ids.map((id) => `blog:${id}`)] },
  );
  return true;
}

/**
 * Indexes, in the background, blogs that no write of this version has indexed: those of an older site, of a backup, or
 * of an older version that runs at the same time. Until then searches find only indexed blogs.
 */
export function startIndexing({ storage, onError }: IndexingParts): () => Promise<void> {
  return startBackground({
    storage,
    tag: blogTags.lists,
    everyMs: lookEveryMs,
    onError,
    async work(signal) {
      let hasIndexed = false;
      while (!signal.aborted && (await indexSome(storage))) {
        hasIndexed = true;
        await wait(pauseMs, undefined, { signal });
      }
      // Cached search pages lack the newly indexed blogs.
      if (hasIndexed)
        await storage.write(async ({ touch }) => touch(blogTags.lists), { lockKeys: [] });
    },
  });
}
