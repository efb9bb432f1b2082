import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { mapColumns, textColumns } from '../../../../blog/fields.ts';
import { isVisible } from '../../../../blog/life.ts';
import { noteVisibility } from '../../../../blog/server/events/queue-events.ts';
import { forgetBlogs } from '../../../../blog/server/related-blogs.ts';
import { dropSomeBlogsOf } from '../../../../blog/server/removed-texts.ts';
import { noteBlogChange } from '../../../../blog/server/store-blog.ts';
import { followVisibility } from '../../../../blog/server/text-life.ts';
import { allTexts, lifeColumns, lifeOf, visibleColumns } from '../../../../blog/server/texts.ts';
import { inBatches } from '../../../../storage/background/in-batches.ts';
import type { Reader, Storage, Write } from '../../../../storage/storage.ts';

const textSchema = z.object({
  ...mapColumns(() => z.string()),
  /** End of a deleted blog's retention. */
  deleted_until: z.number().nullish(),
});
const blogSchema = textSchema.extend({
  id: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
  /** When its author closed the comments; null while they are open. */
  comments_closed_at: z.number().nullable(),
});
const revisionSchema = textSchema.extend({
  blog_id: z.string(),
  version: z.number(),
  word_count: z.number(),
  saved_at: z.number(),
});
/** Ids per query. */
const idsAtOnce = 500;

/** Selects publicly visible blogs. */
const isVisibleRow = sql<SqlBool>`(state = 'published' and moderation = 'none' and account_hold = 0)`;

/** End of the retention of a blog that its author or staff removed; null for others. */
const deletedUntil = sql<number | null>`coalesce(blogs.removed_until,
  (select ends_at from moderation_holds where kind = 'blog' and moderation_holds.id = blogs.id))`;

const commentsClosedAt = sql<number | null>`(select closed_at from closed_comments
  where closed_comments.blog_id = blogs.id)`;

function blogsOf(db: Reader, personId: string, isVisible: boolean, after: string) {
  const query = allTexts(db)
    .selectFrom('blogs')
    .where('author_id', '=', personId)
    .where('id', '>', after)
    .orderBy('id');
  return isVisible ? query.where(isVisibleRow) : query.where(sql<SqlBool>`not ${isVisibleRow}`);
}

/** The ids of a person's blogs with the end of each one's retention; publicly visible ones first. */
async function* idsOf(db: Reader, personId: string) {
  for (const isVisible of [true, false]) {
    yield* inBatches<{ id: string; deleted_until?: number | null }>(idsAtOnce, (last, size) =>
      blogsOf(db, personId, isVisible, last?.id ?? '')
        .select('id')
        .$if(!isVisible, (query) => query.select(deletedUntil.as('deleted_until')))
        .limit(size)
        .execute(),
    );
  }
}

/** Hides the blogs of a deleted account; restoring the account shows them again. */
async function hideBlogs(write: Write, personId: string): Promise<void> {
  const hidden = await allTexts(write.db)
    .updateTable('blogs')
    .set({ account_hold: 1 })
    .where('author_id', '=', personId)
    .where('account_hold', '=', 0)
    .returning(['id', 'state', 'moderation'])
    .execute();
  const ids = hidden.flatMap(({ id, state, moderation }) =>
    state === 'published' && moderation === 'none' ? [id] : [],
  );
  await forgetBlogs(write.db, ids);
  for (const id of ids) await noteVisibility(write, { blogId: id }, { was: true, is: false });
  noteBlogChange(write, ...ids);
}

/** Personal data: the blogs that a person wrote. */
export function personalBlogs(storage: Storage) {
  return {
    name: 'blogs',
    row: blogSchema,
    /** The person's blogs as written, oldest first; publicly visible ones come first. */
    async *rowsOf(personId: string): AsyncIterable<unknown> {
      for (const isVisible of [true, false]) {
        yield* inBatches<z.output<typeof blogSchema>>(1, (last, size) =>
          blogsOf(storage.reader, personId, isVisible, last?.id ?? '')
            .select(textColumns)
            .select(['id', 'created_at', 'updated_at'])
            .select(commentsClosedAt.as('comments_closed_at'))
            .$if(!isVisible, (query) => query.select(deletedUntil.as('deleted_until')))
            .limit(size)
            .execute(),
        );
      }
    },
    /** Hidden blogs are deleted with the account, even where visible ones stay. */
    async release(write: Write, personId: string, blogs: 'keep' | 'remove'): Promise<void> {
      if (blogs === 'keep') {
        const kept = await allTexts(write.db)
          .updateTable('blogs')
          .set({ author_id: null, former_author_id: personId })
          .where('author_id', '=', personId)
          .where((row) => row.and(visibleColumns))
          .returning('id')
          .execute();
        noteBlogChange(write, ...kept.map(({ id }) => id));
      }
      await hideBlogs(write, personId);
    },
    async restore(write: Write, personId: string): Promise<void> {
      const texts = allTexts(write.db);
      const kept = await texts
        .updateTable('blogs')
        .set({ author_id: personId, former_author_id: null })
        .where('former_author_id', '=', personId)
        .returning('id')
        .execute();
      const back = await texts
        .updateTable('blogs')
        .set({ account_hold: 0 })
        .where('author_id', '=', personId)
        .where('account_hold', '=', 1)
        .returning(['id', 'title', ...lifeColumns])
        .execute();
      for (const row of back) {
        await followVisibility(write, row, { was: false, is: isVisible(lifeOf(row)) });
      }
      noteBlogChange(write, ...kept.map(({ id }) => id));
    },
    /** All except those detached from their author. */
    endSome: (write: Write, personId: string) => dropSomeBlogsOf(write, personId),
  };
}

/** The revisions of the person's blogs. Deleted with the account, even where the blogs stay. */
export function personalRevisions(storage: Storage) {
  return {
    name: 'blogRevisions',
    row: revisionSchema,
    async *rowsOf(personId: string): AsyncIterable<unknown> {
      const { reader } = storage;
      for await (const { id, deleted_until } of idsOf(reader, personId)) {
        const revisions = inBatches<z.output<typeof revisionSchema>>(1, (last, size) =>
          reader
            .selectFrom('blog_revisions')
            .select(textColumns)
            .select(['blog_id', 'version', 'word_count', 'saved_at'])
            .where('blog_id', '=', id)
            .where('version', '>', last?.version ?? 0)
            .orderBy('version')
            .limit(size)
            .execute(),
        );
        for await (const revision of revisions) {
          yield { ...revision, ...(deleted_until !== undefined && { deleted_until }) };
        }
      }
    },
    /** Revisions of blogs that stay: no author is left who may read them. */
    async end({ db }: Write, personId: string): Promise<void> {
      await db
        .deleteFrom('blog_revisions')
        .where(
          'blog_id',
          'in',
          () =>
            allTexts(db)
              .selectFrom('blogs')
              .select('id')
              .where('former_author_id', '=', personId) as never,
        )
        .execute();
    },
  };
}
