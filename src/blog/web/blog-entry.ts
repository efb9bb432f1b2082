import type { ReactNode } from 'react';
import { lengthOf } from '../../platform/text/read-text.ts';

/** In code points: a longer title in full size takes over the page. */
const longTitleMin = 70;

/** Whether a title is set one size smaller. */
export function isLongTitle(title: string): boolean {
  return lengthOf(title) >= longTitleMin;
}

/**
 * Renders a page's own action for a blog in a list; the second argument is the id of the element that names the blog.
 */
export type BlogAction = (blog: { readonly _id: string }, titleId: string) => ReactNode;
