import { queryOptions } from '@tanstack/react-query';
import { extentOf } from '../../../blog/list-extent.ts';
import { blogsKey } from '../../../blog/web/blog-queries.ts';
import { cursorsOf } from '../../../blog/web/page-cursors.ts';
import type { AllBlogsRequest } from '../../../paths.ts';
import { call } from '../../../platform/web/api.ts';
import { allBlogs } from '../contract.ts';

/** One page of all blogs, with the cursors of the previous and next page. */
export function allBlogsQuery(request: AllBlogsRequest) {
  return queryOptions({
    queryKey: [...blogsKey, 'all', request],
    queryFn: async ({ client, signal }) => {
      const { body, headers } = await call(client, allBlogs, { query: request }, { signal });
      return { blogs: body, ...cursorsOf(headers.get('link')), extent: extentOf(headers) };
    },
  });
}
