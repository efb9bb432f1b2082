import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/web/api.ts';
import { type Blog, oneBlog } from '../contract.ts';

/** Everything cached about blogs; invalidating it refreshes every list. */
export const blogsKey = ['blogs'] as const;

/** A blog as it is read: how its text was written is for those who edit it. */
export type ReadableBlog = Omit<Blog, 'longDescription'>;

/** The query is written into the page. */
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

/** A blog without its text: what a page may show before the visitor has signed in. */
export type BlogCard = Omit<ReadableBlog, 'longDescriptionHtml'>;

/** A blog's card; its text, which can be long, is neither kept nor written into the page. */
export function blogCardQuery(id: string) {
  return queryOptions({
    queryKey: [...blogsKey, 'card', id],
    queryFn: async ({ client, signal }): Promise<BlogCard> => {
      const { body } = await call(client, oneBlog, { params: { id } }, { signal });
      const { longDescription: _markdown, longDescriptionHtml: _html, ...card } = body;
      return card;
    },
  });
}
