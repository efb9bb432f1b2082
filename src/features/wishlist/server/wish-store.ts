import { z } from 'zod';
import { blogNotFound } from '../../../blog/contract.ts';
import { listedColumns } from '../../../blog/fields.ts';
import { findAbsences } from '../../../blog/server/held/held-texts.ts';
import { isId } from '../../../platform/text/id.ts';
import { rowId } from '../../../storage/row-id.ts';
import type { Reader, Storage, Write } from '../../../storage/storage.ts';
import { wishedAlready, wishesMax, wishlistFull, wishNotFound } from '../contract.ts';

type Db = Pick<Reader, 'selectFrom'>;

function wishes(db: Db, personId: string) {
  return db
    .selectFrom('wishes')
    .leftJoin('published_blogs as blogs', 'blogs.id', 'wishes.blog_id')
    .leftJoin('people', 'people.id', 'blogs.author_id')
    .select(['wishes.id', 'wishes.blog_id', 'wishes.title as wished_title'])
    .select(['blogs.word_count', 'blogs.created_at', 'people.name as author_name'])
    .select(listedColumns.map((column) => `blogs.${column}` as const))
    .where('wishes.person_id', '=', personId);
}

type FoundWish = Awaited<ReturnType<ReturnType<typeof wishes>['execute']>>[number];

/** Adds why a blog isn't visible, if it isn't. */
async function withAbsences(db: Db, rows: readonly FoundWish[]) {
  const absent = rows.flatMap(({ title, blog_id }) => (title === null ? [blog_id] : []));
  const absences = await findAbsences(db, absent);
  return rows.map((row) => ({ ...row, why: absences.get(row.blog_id) }));
}

export type WishRow = Awaited<ReturnType<typeof withAbsences>>[number];

/** Latest first; wishes of removed blogs have no category. */
export async function findWishes(db: Db, personId: string, category: string) {
  const all = wishes(db, personId).orderBy('wishes.id', 'desc');
  if (category === '') return withAbsences(db, await all.execute());
  // As an expression: by the column's index SQLite would go through all blogs of the category.
  const some = all.where(({ fn, val }) => fn.coalesce('blogs.category', val('')), '=', category);
  return withAbsences(db, await some.execute());
}

export function findWishedBlogs(db: Db, personId: string) {
  return db
    .selectFrom('wishes')
    .select(['id', 'blog_id'])
    .where('person_id', '=', personId)
    .orderBy('id', 'desc')
    .execute();
}

/** Adds a wish and resolves to its id. Throws `blog-not-found`, `wished-already`, `wishlist-full`. */
export async function insertWish(
  { db }: Write,
  { personId, blogId, now }: { personId: string; blogId: string; now: number },
): Promise<string> {
  const blog = isId(blogId)
    ? await db
        .selectFrom('published_blogs')
        .select('title')
        .where('id', '=', blogId)
        .executeTakeFirst()
    : undefined;
  if (!blog) throw blogNotFound();
  const id = rowId();
  const added = await db
    .insertInto('wishes')
    .values({ id, person_id: personId, blog_id: blogId, title: blog.title, created_at: now })
    .onConflict((conflict) => conflict.columns(['person_id', 'blog_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw wishedAlready();
  if ((await findWishedBlogs(db, personId)).length > wishesMax) throw wishlistFull();
  return id;
}

export async function findWish(db: Db, personId: string, id: string) {
  const rows = await wishes(db, personId).where('wishes.id', '=', id).execute();
  const [row] = await withAbsences(db, rows);
  return row;
}

/** Deletes a wish. Throws `wish-not-found`, also for another person's wish. */
export async function removeWishOf({ db }: Write, personId: string, id: string): Promise<void> {
  const removed = isId(id)
    ? await db
        .deleteFrom('wishes')
        .where('id', '=', id)
        .where('person_id', '=', personId)
        .returning('id')
        .executeTakeFirst()
    : undefined;
  if (!removed) throw wishNotFound();
}

/** Deletes a wish by its blog; does nothing if there is none. */
export async function removeWishFor(
  { db }: Write,
  { personId, blogId }: { personId: string; blogId: string },
): Promise<void> {
  if (!isId(blogId)) return;
  await db
    .deleteFrom('wishes')
    .where('person_id', '=', personId)
    .where('blog_id', '=', blogId)
    .execute();
}

const personalWishSchema = z.object({
  id: z.string(),
  blog_id: z.string(),
  title: z.string(),
  created_at: z.number(),
});

/** The wishlist as personal data. It is deleted with the account. */
export function personalWishes(storage: Storage) {
  return {
    name: 'wishlist',
    row: personalWishSchema,
    /** Oldest first; there are `wishesMax` at most, and each is short. */
    async *rowsOf(personId: string): AsyncIterable<unknown> {
      yield* await storage.reader
        .selectFrom('wishes')
        .select(['id', 'blog_id', 'title', 'created_at'])
        .where('person_id', '=', personId)
        .orderBy('id')
        .execute();
    },
  };
}
