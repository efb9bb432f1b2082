import { queryOptions } from '@tanstack/react-query';
import { blogsKey } from '../../../../blog/web/blog-queries.ts';
import { call } from '../../../../platform/web/api.ts';
import { blogsBeside, featuredBlogs, latestBlogs } from '../../contract.ts';

export function latestBlogsQuery() {
  return queryOptions({
    queryKey: [...blogsKey, 'latest'],
    queryFn: async ({ client, signal }) => (await call(client, latestBlogs, {}, { signal })).body,
  });
}

export function featuredBlogsQuery() {
  return queryOptions({
    queryKey: [...blogsKey, 'featured'],
    queryFn: async ({ client, signal }) => (await call(client, featuredBlogs, {}, { signal })).body,
  });
}

/** Where to read on from a blog. */
export function blogsBesideQuery(id: string) {
  return queryOptions({
    queryKey: [...blogsKey, 'beside', id],
    queryFn: async ({ client, signal }) =>
      (await call(client, blogsBeside, { params: { id } }, { signal })).body,
  });
}
