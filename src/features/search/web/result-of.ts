import type { AllBlogsRequest } from '../../../paths.ts';
import { pageSize } from '../contract.ts';

interface BlogsPage {
  readonly blogs: readonly unknown[];
  readonly nextCursor: string | null;
}

function countOf(count: number): string {
  if (count === 0) return 'No blogs';
  return count === 1 ? '1 blog' : `${count} blogs`;
}

/**
 * What a filter and search found, as a sentence that is read out: `3 blogs in Travel for “train”`. A short page that isn't
 * the last is one of a search that goes on with the next.
 */
export function resultOf(
  { filter, search }: AllBlogsRequest,
  { blogs, nextCursor }: BlogsPage,
): string {
  return [
    countOf(blogs.length),
    filter && `in ${filter}`,
    search && `for “${search}”`,
    nextCursor &&
      (blogs.length < pageSize
        ? 'on this page; the search goes on on the next'
        : 'on this page, and older ones on the next'),
  ]
    .filter(Boolean)
    .join(' ');
}
