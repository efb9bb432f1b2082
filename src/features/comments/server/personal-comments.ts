import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { blogTags } from '../../../blog/contract.ts';
import { noteVisibility } from '../../../blog/server/events/queue-events.ts';
import { dropSomeCommentsOf } from '../../../blog/server/removed-texts.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import { inBatches } from '../../../storage/background/in-batches.ts';
import type { Storage, Write } from '../../../storage/storage.ts';

const personalCommentSchema = z.object({
  id: z.string(),
  blog_id: z.string(),
  text: z.string(),
  created_at: z.number(),
  reply_to: z.string().nullable(),
  /** The comment or reply that it answers within that thread. */
  answered_id: z.string().nullable(),
  edited_at: z.number().nullable(),
  /** When the blog's author hid it. */
  author_hidden_at: z.number().nullish(),
  /** When a deleted comment, or one on a deleted blog, is removed for good. */
  deleted_until: z.number().nullish(),
});
type PersonalComment = z.output<typeof personalCommentSchema>;

/** Comments per query. */
const batchSize = 100;

/**
 * When a comment is removed for good that its writer or staff deleted, or whose blog is deleted; null for comments that
 * staff hide.
 */
const deletedUntil = sql<number | null>`case when comments.moderation <> 'none'
  then (select ends_at from moderation_holds where kind = 'comment' and moderation_holds.id = comments.id)
  else coalesce(comments.removed_until,
    (select removed_until from blogs where blogs.id = comments.blog_id),
    (select ends_at from moderation_holds where kind = 'blog' and moderation_holds.id = comments.blog_id))
  end`;

/** Personal data of this feature: the person's comments. */
export function personalComments(storage: Storage) {
  async function setAway(write: Write, personId: string, account_hold: 0 | 1) {
    const { db, touch } = write;
    const changed = await allTexts(db)
      .updateTable('comments')
      .set({ account_hold })
      .where('person_id', '=', personId)
      .where('account_hold', '<>', account_hold)
      .returning(['id', 'blog_id', 'state', 'moderation'])
      .execute();
    for (const { id, blog_id: blogId, state, moderation } of changed) {
      if (state !== 'published' || moderation !== 'none') continue;
      const sight = { was: account_hold === 1, is: account_hold === 0 };
      await noteVisibility(write, { blogId, commentId: id }, sight);
    }
    touch(blogTags.lists);
  }
  return {
    name: 'comments',
    row: personalCommentSchema,
    /** Visible comments, oldest first, then those that others don't see. */
    async *rowsOf(personId: string): AsyncIterable<unknown> {
      yield* inBatches<PersonalComment>(batchSize, (last, size) =>
        storage.reader
          .selectFrom('published_comments')
          .select(['id', 'blog_id', 'text', 'created_at', 'reply_to', 'answered_id', 'edited_at'])
          .where('person_id', '=', personId)
          .where('id', '>', last?.id ?? '')
          .orderBy('id')
          .limit(size)
          .execute(),
      );
      yield* inBatches<PersonalComment>(batchSize, (last, size) =>
        allTexts(storage.reader)
          .selectFrom('comments')
          .select(['id', 'blog_id', 'text', 'created_at', 'reply_to', 'answered_id', 'edited_at'])
          .select(['author_hidden_at', deletedUntil.as('deleted_until')])
          .where('person_id', '=', personId)
          .where('id', '>', last?.id ?? '')
          .where(
            sql<SqlBool>`not exists (select 1 from published_comments as seen where seen.id = comments.id)`,
          )
          .orderBy('id')
          .limit(size)
          .execute(),
      );
    },
    release: (write: Write, personId: string) => setAway(write, personId, 1),
    restore: (write: Write, personId: string) => setAway(write, personId, 0),
    endSome: dropSomeCommentsOf,
  };
}
