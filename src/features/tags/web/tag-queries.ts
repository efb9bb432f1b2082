import { queryOptions } from '@tanstack/react-query';
import { extentOf } from '../../../blog/list-extent.ts';
import { blogsKey } from '../../../blog/web/blog-queries.ts';
import { cursorsOf } from '../../../blog/web/page-cursors.ts';
import { call } from '../../../platform/web/api.ts';
import { endpointQuery } from '../../../platform/web/endpoint-query.ts';
import { allTags, blogsOfTag, oneTag } from '../contract/tags.ts';

export function tagQuery(tag: string) {
  return endpointQuery([...blogsKey, 'tag', tag], oneTag, { params: { tag } });
}

/** One page of a tag's blogs, with the cursors of the previous and next page. */
export function tagBlogsQuery(tag: string, cursor: string) {
  return queryOptions({
    queryKey: [...blogsKey, 'of-tag', tag, cursor],
    queryFn: async ({ client, signal }) => {
      const input = { params: { tag }, query: { cursor } };
      const { body, headers } = await call(client, blogsOfTag, input, { signal });
      return { blogs: body, ...cursorsOf(headers.get('link')), extent: extentOf(headers) };
    },
  });
}

/** One page of all tags, and the cursor of the next. */
export function tagsQuery(cursor: string) {
  return queryOptions({
    queryKey: [...blogsKey, 'tags', cursor],
    queryFn: async ({ client, signal }) => {
      const { body, headers } = await call(client, allTags, { query: { cursor } }, { signal });
      return { tags: body, nextCursor: cursorsOf(headers.get('link')).nextCursor };
    },
  });
}
