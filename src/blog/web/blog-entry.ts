import type { ReactNode } from 'react';
import { lengthOf } from '../../platform/text/read-text.ts';

/** Code points; with more of them a title takes over the page when it is set in the full size. */
const longTitleMin = 70;

/** Whether a title is to be set a size smaller than others in its place. */
export function isLongTitle(title: string): boolean {
  return lengthOf(title) >= longTitleMin;
}

/** What a page adds to a blog in a list; the second value is the id of the element that names the blog. */
export type BlogAction = (blog: { readonly _id: string }, titleId: string) => ReactNode;
