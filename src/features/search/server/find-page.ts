import { summaries } from '../../../blog/server/blog-rows.ts';
import {
  type BlogsPage,
  type PageBoundary,
  pageAt,
  walkByDate,
} from '../../../blog/server/blogs-page.ts';
import type { AllBlogsRequest } from '../../../paths.ts';
import type { Reader } from '../../../storage/storage.ts';
import { findTitles } from './find-titles.ts';
import type { TitleSearch } from './title-search.ts';

/** The parameters of an address, with its search planned and its cursor decoded. */
export interface ListRequest extends Omit<AllBlogsRequest, 'search' | 'cursor'> {
  readonly search: TitleSearch | undefined;
  readonly after: PageBoundary | undefined;
  readonly limit: number;
}

/**
 * One page of all blogs by date. A page of a search can be short or empty although a next one follows: see
 * `findTitles`.
 */
export async function findPage(db: Reader, request: ListRequest): Promise<BlogsPage> {
  const { search, sort, filter, limit } = request;
  return pageAt(request.after, limit, async (from, isBackwards) => {
    const isOldestFirst = (sort === 'oldest') !== isBackwards;
    const order = isOldestFirst ? 'asc' : 'desc';
    const list = summaries(db);
    if (!search) {
      const inCategory = filter ? list.where('blogs.category', '=', filter) : list;
      return walkByDate(inCategory, { from, order, limit });
    }
    const { ids, next } = await findTitles(db, { ...request, search, isOldestFirst, after: from });
    if (ids.length === 0) return { rows: [], next };
    const { rows } = await walkByDate(list.where('blogs.id', 'in', ids), {
      from: undefined,
      order,
      limit,
    });
    return { rows, next };
  });
}
