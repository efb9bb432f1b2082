import { summaries } from '../../../blog/server/blog-rows.ts';
import type { Reader } from '../../../storage/storage.ts';
import { featuredCount } from '../contract/lists.ts';
import './tables.ts';

/** Visible blogs, without those that staff excluded from the featured ones. */
function featurable(db: Reader) {
  return summaries(db).where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom('blog_marks')
          .select('blog_id')
          .whereRef('blog_id', '=', 'blogs.id')
          .where('mark', '=', 'unfeatured'),
      ),
    ),
  );
}

/** The blogs with the most words, in descending order. */
export function findLongest(db: Reader) {
  return featurable(db)
    .orderBy('blogs.word_count', 'desc')
    .orderBy('blogs.id', 'desc')
    .limit(featuredCount)
    .execute();
}

/** The most saved and discussed blogs, by the last count. */
export function findDiscussed(db: Reader) {
  return featurable(db)
    .innerJoin('discussed_blogs', 'discussed_blogs.blog_id', 'blogs.id')
    .orderBy('discussed_blogs.place')
    .limit(featuredCount)
    .execute();
}

/** The visible ones of these blogs, in the given order. */
export async function findChosen(db: Reader, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await featurable(db).where('blogs.id', 'in', ids).execute();
  return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}
