import { setImmediate as breathe } from 'node:timers/promises';
import { bytesOf } from '../../../identity/quotas/account-quotas.ts';
import type { Storage, Write } from '../../../storage/storage.ts';
import { distinctTags, joinTags, splitTags, tagKey } from '../../tags.ts';
import { noteBlogChange } from '../store-blog.ts';
import { allTexts } from '../texts.ts';
import { noteTags } from './store-tags.ts';

/** Blogs per write, which takes some ten milliseconds. */
const batch = 50;

/** The current name of each of these tags, by its key. */
async function currentNames(
  { db }: Pick<Write, 'db'>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('tags')
    .leftJoin('tags as successors', 'successors.tag', 'tags.renamed_to')
    .select(['tags.tag', 'tags.name', 'successors.name as new_name'])
    .where('tags.tag', 'in', keys)
    .execute();
  return new Map(rows.map(({ tag, name, new_name }) => [tag, new_name ?? name]));
}

/** Rewrites tags without incrementing the version: an author who edits the blog gets no conflict. */
async function rewriteBlogs(write: Write, ids: readonly string[]): Promise<void> {
  const blogs = await allTexts(write.db)
    .selectFrom('blogs')
    .select(['id', 'tags', 'bytes'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  const keys = new Set(blogs.flatMap(({ tags }) => splitTags(tags).map(tagKey)));
  const names = await currentNames(write, [...keys]);
  for (const { id, tags, bytes } of blogs) {
    const renamed = joinTags(
      distinctTags(splitTags(tags).map((name) => names.get(tagKey(name)) ?? name)),
    );
    const changed = await allTexts(write.db)
      .updateTable('blogs')
      .set({ tags: renamed, bytes: bytes - bytesOf(tags) + bytesOf(renamed) })
      .where('id', '=', id)
      // A save in between has the new names already.
      .where('tags', '=', tags)
      .returning('id')
      .executeTakeFirst();
    if (changed) await noteTags(write.db, id, renamed);
  }
  noteBlogChange(write, ...ids);
}

/** Puts the new name of a tag into some blogs that have the old one; false where none are left. */
async function rewriteSome(storage: Storage): Promise<boolean> {
  const due = await storage.writer
    .selectFrom('tags')
    .select(['tag', 'rewrite_from'])
    .where('rewrite_from', 'is not', null)
    .orderBy('tag')
    .executeTakeFirst();
  if (!due || due.rewrite_from === null) return false;
  const { tag, rewrite_from: from } = due;
  await storage.write(
    async (write) => {
      const rows = await write.db
        .selectFrom('blog_tags')
        .select('blog_id')
        .where('tag', '=', tag)
        .where('blog_id', '>', from)
        .orderBy('blog_id')
        .limit(batch)
        .execute();
      const ids = rows.map(({ blog_id }) => blog_id);
      if (ids.length > 0) await rewriteBlogs(write, ids);
      await write.db
        .updateTable('tags')
        .set({ rewrite_from: ids.length < batch ? null : (ids.at(-1) ?? null) })
        .where('tag', '=', tag)
        // Renamed again meanwhile: the rewrite starts over.
        .where('rewrite_from', '=', from)
        .execute();
    },
    { lockKeys: ['rewriting tags'] },
  );
  return true;
}

export interface TagRewriter {
  /** Resolves when the first batch is rewritten; the rest follows in the background. */
  readonly begin: () => Promise<void>;
  /** Resolves when all blogs are rewritten. */
  readonly run: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Rewrites renamed tags in blogs, in small batches between the writes of people. */
export function createTagRewriter(
  storage: Storage,
  onError: (error: unknown) => void,
): TagRewriter {
  let isClosed = false;
  let running: Promise<void> | undefined;

  async function rewriteAll(): Promise<void> {
    try {
      while (!isClosed && (await rewriteSome(storage))) await breathe();
    } catch (error) {
      // The next sweep continues.
      if (!isClosed) onError(error);
    } finally {
      running = undefined;
    }
  }

  const run = () => {
    running ??= rewriteAll();
    return running;
  };
  return {
    async begin() {
      await rewriteSome(storage);
      void run();
    },
    run,
    async close() {
      isClosed = true;
      await running;
    },
  };
}
