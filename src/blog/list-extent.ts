import { countWords } from '../platform/text/count-words.ts';

/** Blogs of a list that are counted; of more it is only said that there are. */
export const countedBlogsMax = 10_000;

/** Names of the headers that say where a page lies in its list; neither is there where it isn't known. */
export const totalHeader = 'x-total-count';
export const offsetHeader = 'x-offset';

/** Where a page lies in its list. */
export interface ListExtent {
  /** Blogs before the page's first; null where that isn't known. */
  readonly offset: number | null;
  /** Blogs in all, `countedBlogsMax + 1` for all that are more; null where that isn't known. */
  readonly total: number | null;
}

/** What a reply's headers say of it. */
export function extentOf(headers: { get(name: string): string | null }): ListExtent {
  const numberIn = (name: string) => {
    const text = headers.get(name);
    return text === null ? null : Number(text);
  };
  return { offset: numberIn(offsetHeader), total: numberIn(totalHeader) };
}

/** How many there are, and which of them are on the page: `21–40 of 1,234 blogs`; undefined where nobody counted. */
export function extentWords({ offset, total }: ListExtent, shown: number): string | undefined {
  if (total === null || shown === 0) return undefined;
  // Blogs may have come between the list and the count.
  const atLeast = Math.max(total, (offset ?? 0) + shown);
  if (atLeast === shown) return countWords(shown, 'blog', 'blogs');
  const isCounted = total <= countedBlogsMax;
  const all = isCounted
    ? countWords(atLeast, 'blog', 'blogs')
    : `more than ${countWords(countedBlogsMax, 'blog', 'blogs')}`;
  if (offset === null) return `${shown} of ${all}`;
  const [first, last] = [offset + 1, offset + shown].map((place) => place.toLocaleString('en-US'));
  return `${first === last ? first : `${first}–${last}`} of ${all}`;
}
