import { z } from 'zod';
import { inBatches } from '../../../storage/background/in-batches.ts';
import { deletedRowsOf, forAccount } from '../../../storage/set-aside.ts';
import type { Storage, Write } from '../../../storage/storage.ts';
import { putCommentsBack, setAsideComment, setCommentsAside } from './set-aside-comments.ts';

const personalCommentSchema = z.object({
  id: z.string(),
  blog_id: z.string(),
  text: z.string(),
  created_at: z.number(),
  /** When it goes for good, where it was deleted, or its blog was. */
  deleted_until: z.number().nullish(),
});
type PersonalComment = z.output<typeof personalCommentSchema>;

/** Comments that are read at once. */
const batchSize = 100;

/** What this feature keeps of a person: what they said. */
export function personalComments(storage: Storage) {
  return {
    name: 'comments',
    foundThrough: 'blogs',
    row: personalCommentSchema,
    /** Oldest first, then what can still be had back. */
    async *rowsOf(personId: string): AsyncIterable<unknown> {
      yield* inBatches<PersonalComment>(batchSize, (last, size) =>
        storage.reader
          .selectFrom('comments')
          .select(['id', 'blog_id', 'text', 'created_at'])
          .where('person_id', '=', personId)
          .where('id', '>', last?.id ?? '')
          .orderBy('id')
          .limit(size)
          .execute(),
      );
      yield* deletedRowsOf(storage.reader, setAsideComment, personId, batchSize);
    },
    /** Before the blogs go. */
    release: (write: Write, personId: string, blogs: 'keep' | 'remove') =>
      setCommentsAside(write, { personId, withBlogs: blogs === 'remove' }, forAccount(personId)),
    /** After the blogs came back. */
    restore: (write: Write, personId: string) => putCommentsBack(write, forAccount(personId)),
  };
}
