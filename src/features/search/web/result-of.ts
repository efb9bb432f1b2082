import type { AllBlogsRequest } from '../../../paths.ts';

interface BlogsPage {
  readonly blogs: readonly unknown[];
  readonly nextCursor: string | null;
}

function countOf(count: number): string {
  if (count === 0) return 'No blogs';
  return count === 1 ? '1 blog' : `${count} blogs`;
}

/** What a filter and search found, as a sentence that is read out: `3 blogs in Travel for “train”`. */
export function resultOf(
  { filter, search }: AllBlogsRequest,
  { blogs, nextCursor }: BlogsPage,
): string {
  return [
    countOf(blogs.length),
    filter && `in ${filter}`,
    search && `for “${search}”`,
    nextCursor && 'on this page, and older ones on the next',
  ]
    .filter(Boolean)
    .join(' ');
}
