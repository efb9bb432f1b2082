import { extentWords, type ListExtent } from '../../../blog/list-extent.ts';
import type { AllBlogsRequest } from '../../../paths.ts';
import { countWords } from '../../../platform/text/count-words.ts';
import { pageSize } from '../contract.ts';

interface BlogsPage {
  readonly blogs: readonly unknown[];
  readonly nextCursor: string | null;
  readonly extent: ListExtent;
}

/** Id of the heading above the text matches. */
export const textsId = 'in-the-text';

/** Most texts that one search shows. */
const textsMax = 10;

/** The number of text matches, as the second part of `resultOf`: `8 texts say it`. */
export function textsResultOf(count: number): string {
  if (count >= textsMax) return `The ${textsMax} texts that fit best`;
  return countWords(count, 'text says it', 'texts say it');
}

/**
 * The result of a filter and search, as a sentence for screen readers: `25–48 of 1,234 blogs in Travel`, `3 blogs for
 * “train”`. The total of a search isn't counted; a short page that isn't the last continues on the next. `isInTexts`
 * is true where texts of blogs were found, too.
 */
export function resultOf(
  { filter, search }: AllBlogsRequest,
  { blogs, nextCursor, extent }: BlogsPage,
  isInTexts = false,
): string {
  const counted = extentWords(extent, blogs.length);
  const shown = blogs.length === 0 ? 'No blogs' : countWords(blogs.length, 'blog', 'blogs');
  const isInNoTitle = isInTexts && blogs.length === 0 && !nextCursor;
  if (isInNoTitle) return `No title${filter && ` in ${filter}`} has “${search}”`;
  return [
    counted ?? shown,
    filter && `in ${filter}`,
    search && `for “${search}”`,
    counted === undefined &&
      nextCursor &&
      (blogs.length < pageSize
        ? 'on this page; the search goes on on the next'
        : 'on this page, and older ones on the next'),
  ]
    .filter(Boolean)
    .join(' ');
}
