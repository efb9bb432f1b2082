import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { blogTags } from '../../../blog/contract.ts';
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
  /** What it answers within that thread: the comment at the top, or a reply. */
  answered_id: z.string().nullable(),
  edited_at: z.number().nullable(),
  /** When the author of the blog hid it. */
  author_hidden_at: z.number().nullish(),
  /** When it goes for good, where it was deleted, or its blog was. */
  deleted_until: z.number().nullish(),
});
type PersonalComment = z.output<typeof personalCommentSchema>;

/** Comments that are read at once. */
const batchSize = 100;

/** When a comment goes that was removed, by its writer or by staff, or whose blog was; null for what staff hide. */
const deletedUntil = sql<number | null>`case when comments.moderation <> 'none'
  then (select ends_at from moderation_holds where kind = 'comment' and moderation_holds.id = comments.id)
  else coalesce(comments.removed_until,
    (select removed_until from blogs where blogs.id = comments.blog_id),
    (select ends_at from moderation_holds where kind = 'blog' and moderation_holds.id = comments.blog_id))
  end`;

/** What this feature keeps of a person: what they said. */
export function personalComments(storage: Storage) {
  async function setAway({ db, touch }: Write, personId: string, account_hold: 0 | 1) {
    await allTexts(db)
      .updateTable('comments')
      .set({ account_hold })
      .where('person_id', '=', personId)
      .where('account_hold', '<>', account_hold)
      .execute();
    touch(blogTags.lists);
  }
  return {
    name: 'comments',
    row: personalCommentSchema,
    /** Oldest first, then what nobody else sees. */
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
