import { queryOptions } from '@tanstack/react-query';
import { blogsKey } from '../../../blog/web/blog-queries.ts';
import type { AllBlogsRequest } from '../../../paths.ts';
import { call } from '../../../platform/web/api.ts';
import { nextCursorOf } from '../../../platform/web/next-cursor.ts';
import { allBlogs } from '../contract.ts';

/** One page of all blogs, and the cursor of the next page where there is one. */
export function allBlogsQuery(request: AllBlogsRequest) {
  return queryOptions({
    queryKey: [...blogsKey, 'all', request],
    queryFn: async ({ client, signal }) => {
      const { body, headers } = await call(client, allBlogs, { query: request }, { signal });
      return { blogs: body, nextCursor: nextCursorOf(headers.get('link')) };
    },
  });
}
