import type { BlogSummary } from '../contract.ts';

/** What the author of a blog is called, where there is none too. */
export function authorNameOf({ author }: Pick<BlogSummary, 'author'>): string {
  return author?.name ?? 'Unknown Author';
}
