import { queryOptions } from '@tanstack/react-query';
import { cursorsOf } from '../../../blog/web/page-cursors.ts';
import { personalKey } from '../../../identity/web/viewer.ts';
import type { paths } from '../../../paths.ts';
import type { CallInput } from '../../../platform/contract/define-endpoint.ts';
import type { QueryOf } from '../../../platform/contract/page-query.ts';
import { call } from '../../../platform/web/api.ts';
import { endpointQuery } from '../../../platform/web/endpoint-query.ts';
import {
  managedBlogs,
  managedBlogText,
  managedComments,
  reportedTexts,
} from '../contract/manage.ts';

/** The key prefix of all moderation queries. */
export const managedKey = [...personalKey, 'managed'] as const;

/** One page of the reported texts. */
export function reportedTextsQuery(cursor: string) {
  return queryOptions({
    queryKey: [...managedKey, 'reports', cursor],
    queryFn: async ({ client, signal }) => {
      const { body, headers } = await call(
        client,
        reportedTexts,
        { query: { cursor } },
        { signal },
      );
      return { texts: body, nextCursor: cursorsOf(headers.get('link')).nextCursor };
    },
    staleTime: 0,
  });
}

type AskedList = QueryOf<(typeof paths)['managedBlogs']['query']>;

/** One page of the blogs. */
export function managedBlogsQuery(asked: AskedList) {
  // The API rejects an unknown filter.
  const query = asked as CallInput<typeof managedBlogs>['query'];
  return queryOptions({
    queryKey: [...managedKey, 'blogs', asked],
    queryFn: async ({ client, signal }) => {
      const { body, headers } = await call(client, managedBlogs, { query }, { signal });
      return { texts: body, nextCursor: cursorsOf(headers.get('link')).nextCursor };
    },
    staleTime: 0,
  });
}

export function managedCommentsQuery(asked: AskedList) {
  const query = asked as CallInput<typeof managedComments>['query'];
  return queryOptions({
    queryKey: [...managedKey, 'comments', asked],
    queryFn: async ({ client, signal }) => {
      const { body, headers } = await call(client, managedComments, { query }, { signal });
      return { texts: body, nextCursor: cursorsOf(headers.get('link')).nextCursor };
    },
    staleTime: 0,
  });
}

/** The whole text of a blog, in any standing. */
export function managedBlogTextQuery(id: string) {
  return endpointQuery([...managedKey, 'text', id], managedBlogText, { params: { id } });
}
