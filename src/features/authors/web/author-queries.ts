import { queryOptions } from '@tanstack/react-query';
import { extentOf } from '../../../blog/list-extent.ts';
import { blogsKey } from '../../../blog/web/blog-queries.ts';
import { cursorsOf } from '../../../blog/web/page-cursors.ts';
import { call } from '../../../platform/web/api.ts';
import { endpointQuery } from '../../../platform/web/endpoint-query.ts';
import { blogsOfAuthor, oneAuthor } from '../contract.ts';

export function authorQuery(id: string) {
  return endpointQuery([...blogsKey, 'author', id], oneAuthor, { params: { id } });
}

/** One page of an author's blogs, with the cursors of the previous and next page. */
export function authorBlogsQuery(id: string, cursor: string) {
  return queryOptions({
    queryKey: [...blogsKey, 'of-author', id, cursor],
    queryFn: async ({ client, signal }) => {
      const input = { params: { id }, query: { cursor } };
      const { body, headers } = await call(client, blogsOfAuthor, input, { signal });
      return { blogs: body, ...cursorsOf(headers.get('link')), extent: extentOf(headers) };
    },
  });
}
