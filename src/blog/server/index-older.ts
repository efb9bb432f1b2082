import { setTimeout as wait } from 'node:timers/promises';
import { startBackground } from '../../storage/background/background.ts';
import type { Storage } from '../../storage/storage.ts';
import { blogTags } from '../contract.ts';
import { blogsToIndex, indexText } from './text-index.ts';

/** Blogs of one write: some ten milliseconds. */
const batch = 5;
/** Milliseconds between two writes: people's own go first. */
const pauseMs = 20;
const lookEveryMs = 60_000;

interface IndexingParts {
  readonly storage: Storage;
  readonly onError: (error: unknown) => void;
}

/** Indexes some blogs; false where there are none left. */
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
 * Indexes, in the background, what no write of this version has indexed: blogs of an older site, of a backup, and of an
 * older version beside this one. Searches find what is indexed so far.
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
      // Pages of searches that found too little.
      if (hasIndexed)
        await storage.write(async ({ touch }) => touch(blogTags.lists), { lockKeys: [] });
    },
  });
}
