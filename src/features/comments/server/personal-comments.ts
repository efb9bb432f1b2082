import { z } from 'zod';
import { setAsideBlog } from '../../../blog/server/blog-rows.ts';
import { inBatches } from '../../../storage/in-batches.ts';
import { holdersOf, type SetAsideRow, setAside, takeBack } from '../../../storage/set-aside.ts';
import type { Storage, Write } from '../../../storage/storage.ts';
import type { CommentsTable } from './tables.ts';

const personalCommentSchema = z.object({
  id: z.string(),
  blog_id: z.string(),
  text: z.string(),
  created_at: z.number(),
});
type PersonalComment = z.output<typeof personalCommentSchema>;

/** The kind of what is set aside. */
const kind = 'comment';
/** Comments that are read or moved at once. */
const batchSize = 100;

/** What the person said, and, where their blogs go, what others said there. */
async function setCommentsAside(write: Write, personId: string, withBlogs: boolean) {
  const { db } = write;
  const ownBlogs = db.selectFrom('blogs').select('id').where('author_id', '=', personId);
  for (;;) {
    const rows = await db
      .selectFrom('comments')
      .selectAll()
      .where((row) =>
        row.or([
          row('person_id', '=', personId),
          ...(withBlogs ? [row('blog_id', 'in', ownBlogs)] : []),
        ]),
      )
      .limit(batchSize)
      .execute();
    if (rows.length === 0) return;
    const aside = rows.map((row) => ({ rowId: row.id, personId: row.person_id, row }));
    await setAside(write, kind, personId, aside);
    await db
      .deleteFrom('comments')
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
  }
}

/** Those of these people whose accounts are deleted themselves. */
async function deletedAmong({ db }: Write, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('people')
    .select('id')
    .where('id', 'in', ids)
    .where('ends_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

async function blogsThere({ db }: Write, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('blogs').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Puts comments back under their blogs; those that another deleted account still hides wait for that one. */
async function putBack(write: Write, aside: readonly SetAsideRow[]): Promise<void> {
  const blogIds = [...new Set(aside.map(({ row }) => (row as CommentsTable).blog_id))];
  const there = await blogsThere(write, blogIds);
  const holders = await holdersOf(write, setAsideBlog, blogIds);
  const deleted = await deletedAmong(write, [...new Set(aside.map(({ personId }) => personId))]);
  const back: CommentsTable[] = [];
  for (const one of aside) {
    const comment = one.row as CommentsTable;
    const holder = deleted.has(one.personId) ? one.personId : holders.get(comment.blog_id);
    if (holder !== undefined) await setAside(write, kind, holder, [one]);
    else if (there.has(comment.blog_id)) back.push(comment);
  }
  if (back.length === 0) return;
  await write.db
    .insertInto('comments')
    .values(back)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** What this feature keeps of a person: what they said. */
export function personalComments(storage: Storage) {
  return {
    name: 'comments',
    row: personalCommentSchema,
    /** Oldest first. */
    rowsOf(personId: string): AsyncIterable<unknown> {
      return inBatches<PersonalComment>(batchSize, (last, size) =>
        storage.reader
          .selectFrom('comments')
          .select(['id', 'blog_id', 'text', 'created_at'])
          .where('person_id', '=', personId)
          .where('id', '>', last?.id ?? '')
          .orderBy('id')
          .limit(size)
          .execute(),
      );
    },
    /** Before the blogs go. */
    release: (write: Write, personId: string, blogs: 'keep' | 'remove') =>
      setCommentsAside(write, personId, blogs === 'remove'),
    /** After the blogs came back. */
    restore: (write: Write, personId: string) =>
      takeBack(write, kind, personId, (rows) => putBack(write, rows)),
  };
}
