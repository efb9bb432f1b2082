import { queryOptions } from '@tanstack/react-query';
import { blogsKey } from '../../../../blog/web/blog-queries.ts';
import { call } from '../../../../platform/web/api.ts';
import { featuredBlogs, latestBlogs } from '../../contract/lists.ts';

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
