import { queryOptions } from '@tanstack/react-query';
import { blogsKey } from '../../../../blog/web/blog-queries.ts';
import { call } from '../../../../platform/web/api.ts';
import { blogsBeside } from '../../contract/beside.ts';

/** Where to read on from a blog. */
export function blogsBesideQuery(id: string) {
  return queryOptions({
    queryKey: [...blogsKey, 'beside', id],
    queryFn: async ({ client, signal }) =>
      (await call(client, blogsBeside, { params: { id } }, { signal })).body,
  });
}
