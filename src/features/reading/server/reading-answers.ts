import { blogNotFound } from '../../../blog/contract.ts';
import { summaries } from '../../../blog/server/blog-rows.ts';
import { presentSummary } from '../../../blog/server/present-blog.ts';
import { type Answer, answer } from '../../../identity/answer.ts';
import { isId } from '../../../platform/text/id.ts';
import type { Reader, Storage } from '../../../storage/storage.ts';
import { blogsBeside } from '../contract/beside.ts';
import { featuredBlogs, featuredCount, latestBlogs, latestCount } from '../contract/lists.ts';
import { findBeside } from './find-beside.ts';

/** The newest blogs, newest first. */
export function findLatest(db: Reader) {
  return summaries(db)
    .orderBy('blogs.created_at', 'desc')
    .orderBy('blogs.id', 'desc')
    .limit(latestCount)
    .execute();
}

/** The blogs with the most words, most first; without those that staff took out. */
export function findFeatured(db: Reader) {
  return summaries(db)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('blog_marks')
            .select('blog_id')
            .whereRef('blog_id', '=', 'blogs.id')
            .where('mark', '=', 'unfeatured'),
        ),
      ),
    )
    .orderBy('blogs.word_count', 'desc')
    .orderBy('blogs.id', 'desc')
    .limit(featuredCount)
    .execute();
}

/** The short lists on every page, and the links after a blog. */
export function readingAnswers({ storage }: { readonly storage: Storage }): readonly Answer[] {
  return [
    answer(latestBlogs, async () => (await findLatest(storage.reader)).map(presentSummary)),
    answer(featuredBlogs, async () => (await findFeatured(storage.reader)).map(presentSummary)),
    answer(blogsBeside, async ({ params: { id } }) => {
      const beside = isId(id) ? await findBeside(storage.reader, id) : undefined;
      if (!beside) throw blogNotFound();
      const { older, newer, related } = beside;
      return {
        older: older ? presentSummary(older) : null,
        newer: newer ? presentSummary(newer) : null,
        related: related.map(presentSummary),
      };
    }),
  ];
}
