import { setTimeout as wait } from 'node:timers/promises';
import type { Storage } from '../../storage/storage.ts';
import { blogTags } from '../contract.ts';
import { relateBlog } from './related-blogs.ts';

/** Blogs per write, which takes a few milliseconds. */
const batch = 5;
/** Milliseconds between two writes: writes of people take precedence. */
const pauseMs = 50;

export interface RelatingParts {
  readonly storage: Storage;
  readonly onError: (error: unknown) => void;
}

export interface Relating {
  /**
   * Resolves when all blogs are done, after `stop`, or when the database refused; the rest waits for the next start.
   */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** Relates, in the background, blogs that are older than the feature. */
export function startRelating({ storage, onError }: RelatingParts): Relating {
  const stopping = new AbortController();

  async function relateSome(): Promise<boolean> {
    const rows = await storage.writer
      .selectFrom('unrelated_blogs')
      .select('blog_id')
      .limit(batch)
      .execute();
    if (rows.length === 0) return false;
    const ids = rows.map(({ blog_id }) => blog_id);
    await storage.write(
      async ({ db, touch }) => {
        // The process that deletes the rows relates the blogs; no other process does.
        const taken = await db
          .deleteFrom('unrelated_blogs')
          .where('blog_id', 'in', ids)
          .returning('blog_id')
          .execute();
        for (const { blog_id } of taken) {
          const related = await relateBlog(db, blog_id);
          touch(...[blog_id, ...related].map(blogTags.one));
        }
      },
      { lockKeys: ['relating', ...ids.map((id) => `blog:${id}`)] },
    );
    return true;
  }

  async function run(): Promise<void> {
    try {
      while (!stopping.signal.aborted && (await relateSome())) {
        await wait(pauseMs, undefined, { signal: stopping.signal });
      }
    } catch (error) {
      if (!stopping.signal.aborted) onError(error);
    }
  }

  const ended = run();
  return {
    ended,
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}
