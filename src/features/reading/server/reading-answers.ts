import { blogNotFound } from '../../../blog/contract.ts';
import { summaries } from '../../../blog/server/blog-rows.ts';
import { walkByDate } from '../../../blog/server/blogs-page.ts';
import { presentSummary } from '../../../blog/server/present-blog.ts';
import { findRelated, relatedCount } from '../../../blog/server/related-blogs.ts';
import { type Answer, answer } from '../../../identity/answer.ts';
import type { OwnSettings } from '../../../platform/site/own-settings.ts';
import { isId } from '../../../platform/text/id.ts';
import type { Reader, Storage } from '../../../storage/storage.ts';
import { blogsBeside } from '../contract/beside.ts';
import { featuredBlogs, latestBlogs, latestCount } from '../contract/lists.ts';
import { noteRead } from '../contract/reads.ts';
import { findChosen, findDiscussed, findLongest } from './featured.ts';
import type { ReadCounter } from './reads/read-counter.ts';

async function findInOrder(db: Reader, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await summaries(db).where('blogs.id', 'in', ids).execute();
  return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/**
 * The neighbours and related blogs of a blog; undefined for an unknown id. If too few share rare words with it, others
 * of its category follow.
 */
async function findBeside(db: Reader, id: string) {
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

/** The newest blogs, newest first. */
export function findLatest(db: Reader) {
  return summaries(db)
    .orderBy('blogs.created_at', 'desc')
    .orderBy('blogs.id', 'desc')
    .limit(latestCount)
    .execute();
}

export interface ReadingParts {
  readonly storage: Storage;
  /** Counts reads. */
  readonly counter: ReadCounter;
  /** The owner's settings, cached. */
  readonly settings: { get(): Promise<Pick<OwnSettings, 'featured' | 'featuredBlogs'>> };
}

/** Endpoints for the short lists on every page and for the links after a blog. */
export function readingAnswers({ storage, settings, counter }: ReadingParts): readonly Answer[] {
  async function findFeatured() {
    const { featured, featuredBlogs: chosen = [] } = await settings.get();
    if (featured === 'chosen') return findChosen(storage.reader, chosen);
    return featured === 'discussed' ? findDiscussed(storage.reader) : findLongest(storage.reader);
  }

  return [
    answer(latestBlogs, async () => (await findLatest(storage.reader)).map(presentSummary)),
    answer(featuredBlogs, async () => (await findFeatured()).map(presentSummary)),
    answer(noteRead, async ({ body: { blogId, kind } }, { request }) =>
      counter.note(request, blogId, kind),
    ),
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
