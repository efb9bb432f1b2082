import { paths } from '../../../paths.ts';
import type { ListName } from './comment-queries.ts';
import type { ThreadOrder } from './threads.ts';

/** The address of a blog's page with its comments in this order. */
export function addressOf({ blogId, order }: ListName): string {
  return paths.blog.to(blogId, { comments: order === 'newest' ? order : '' });
}

/** The order in the query of such an address. */
export function orderOf(comments: string): ThreadOrder {
  return comments === 'newest' ? comments : 'threads';
}
