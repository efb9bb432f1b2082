import { countWords } from '../platform/text/count-words.ts';

/** Blogs of a list are counted up to this limit; beyond it the count is "more than". */
export const countedBlogsMax = 10_000;

/** Headers with a page's place in its list; both are absent where it is unknown. */
export const totalHeader = 'x-total-count';
export const offsetHeader = 'x-offset';

/** A page's place in its list. */
export interface ListExtent {
  /** Blogs before the page's first; null where unknown. */
  readonly offset: number | null;
  /** Total of blogs, `countedBlogsMax + 1` for any larger number; null where unknown. */
  readonly total: number | null;
}

/** Reads the place of a page from a reply's headers. */
export function extentOf(headers: { get(name: string): string | null }): ListExtent {
  const numberIn = (name: string) => {
    const text = headers.get(name);
    return text === null ? null : Number(text);
  };
  return { offset: numberIn(offsetHeader), total: numberIn(totalHeader) };
}

/** The total and the range of the page: `21–40 of 1,234 blogs`; undefined where they were not counted. */
export function extentWords(
  { offset, total }: ListExtent,
  shown: number,
  one = 'blog',
  many = 'blogs',
): string | undefined {
  if (total === null || shown === 0) return undefined;
  // Blogs may have been published between the two queries.
  const atLeast = Math.max(total, (offset ?? 0) + shown);
  if (atLeast === shown) return countWords(shown, one, many);
  const isCounted = total <= countedBlogsMax;
  const all = isCounted
    ? countWords(atLeast, one, many)
    : `more than ${countWords(countedBlogsMax, one, many)}`;
  if (offset === null) return `${shown} of ${all}`;
  const [first, last] = [offset + 1, offset + shown].map((place) => place.toLocaleString('en-US'));
  return `${first === last ? first : `${first}–${last}`} of ${all}`;
}
