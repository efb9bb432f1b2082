import { queryOptions } from '@tanstack/react-query';
import { extentOf } from '../../../../../blog/list-extent.ts';
import { cursorsOf } from '../../../../../blog/web/page-cursors.ts';
import { personalKey } from '../../../../../identity/web/viewer.ts';
import { call } from '../../../../../platform/web/api.ts';
import { endpointQuery } from '../../../../../platform/web/endpoint-query.ts';
import { myDrafts } from '../../../drafts/contract/drafts.ts';
import { myDraftsKey } from '../../../drafts/web/draft-queries.ts';
import { savesAnswered } from '../../../drafts/web/remote-draft.ts';
import { myHeldTexts } from '../../../publishing/contract/held.ts';
import { myBlogs, myDeletedBlogs } from '../../contract.ts';

/** One page of what the viewer hasn't published: `scheduled` for what is to be published at a time. */
export function myDraftsQuery(list: 'drafts' | 'scheduled', cursor: string) {
  return queryOptions({
    queryKey: [...myDraftsKey, list, cursor],
    queryFn: async ({ client, signal }) => {
      await savesAnswered();
      const query = { list, cursor };
      const { body, headers } = await call(client, myDrafts, { query }, { signal });
      return { drafts: body, nextCursor: cursorsOf(headers.get('link')).nextCursor };
    },
    staleTime: 0,
  });
}

/** What the viewer wrote that staff keep out of sight. */
export function myHeldTextsQuery() {
  return endpointQuery([...personalKey, 'held-texts'], myHeldTexts, {}, { staleTime: 0 });
}

export const deletedBlogsKey = [...personalKey, 'deleted-blogs'] as const;

/** One page of what the viewer deleted and can have back, the latest first. */
export function deletedBlogsQuery(cursor: string) {
  return queryOptions({
    queryKey: [...deletedBlogsKey, cursor],
    queryFn: async ({ client, signal }) => {
      const input = { query: { cursor } };
      const { body, headers } = await call(client, myDeletedBlogs, input, { signal });
      return { blogs: body, nextCursor: cursorsOf(headers.get('link')).nextCursor };
    },
    staleTime: 0,
  });
}

/** One page of what the viewer published, newest first. */
export function myBlogsQuery(cursor: string) {
  return queryOptions({
    queryKey: [...personalKey, 'own-blogs', cursor],
    queryFn: async ({ client, signal }) => {
      const { body, headers } = await call(client, myBlogs, { query: { cursor } }, { signal });
      const { nextCursor } = cursorsOf(headers.get('link'));
      return { blogs: body, nextCursor, extent: extentOf(headers) };
    },
    staleTime: 0,
  });
}
