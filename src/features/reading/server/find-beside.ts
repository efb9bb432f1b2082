import { summaries } from '../../../blog/server/blog-rows.ts';
import { walkByDate } from '../../../blog/server/blogs-page.ts';
import { findRelated, relatedCount } from '../../../blog/server/related-blogs.ts';
import type { Reader } from '../../../storage/storage.ts';

async function findInOrder(db: Reader, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await summaries(db).where('blogs.id', 'in', ids).execute();
  return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/** The blogs that lead on from one; undefined for an unknown id. Where too few have words in common, the category fills up. */
export async function findBeside(db: Reader, id: string) {
  const blog = await db
    .selectFrom('published_blogs as blogs')
    .select(['created_at', 'category'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!blog) return undefined;
  const from = { createdAt: blog.created_at, id };
  const nextTo = async (order: 'asc' | 'desc') => {
    const { rows } = await walkByDate(summaries(db), { from, order, limit: 1 });
    return rows[0];
  };
  const [older, newer] = [await nextTo('desc'), await nextTo('asc')];
  const related = await findInOrder(db, await findRelated(db, id));
  if (related.length < relatedCount) {
    const known = new Set([id, ...related.map((one) => one.id)]);
    const { rows } = await walkByDate(summaries(db).where('blogs.category', '=', blog.category), {
      from: undefined,
      order: 'desc',
      limit: relatedCount + 1,
    });
    const fillers = rows.filter((one) => !known.has(one.id));
    related.push(...fillers.slice(0, relatedCount - related.length));
  }
  return { older, newer, related };
}
