import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/web/api.ts';
import { type Blog, type BlogCard, blogCard, oneBlog } from '../contract.ts';

/** Key prefix of all cached blogs; invalidating it refreshes every list. */
export const blogsKey = ['blogs'] as const;

/** A blog for readers: only editors need the Markdown source. */
export type ReadableBlog = Omit<Blog, 'longDescription'>;

/** Dehydrated into the page. */
export function blogQuery(id: string) {
  return queryOptions({
    queryKey: [...blogsKey, 'one', id],
    queryFn: async ({ client, signal }): Promise<ReadableBlog> => {
      const { body } = await call(client, oneBlog, { params: { id } }, { signal });
      const { longDescription: _markdown, ...blog } = body;
      return blog;
    },
  });
}

/** The parts of a blog that a page may show before the visitor has signed in. */
export function blogCardQuery(id: string) {
  return queryOptions({
    queryKey: [...blogsKey, 'card', id],
    queryFn: async ({ client, signal }): Promise<BlogCard> =>
      (await call(client, blogCard, { params: { id } }, { signal })).body,
  });
}
