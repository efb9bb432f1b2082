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

/** One page of the viewer's unpublished texts; `scheduled` for scheduled ones. */
export function myDraftsQuery(list: 'drafts' | 'scheduled', cursor: string) {
  return queryOptions({
    queryKey: [...myDraftsKey, list, cursor],
    queryFn: async ({ client, signal }) => {
      await savesAnswered();
      const query = { list, cursor };
      const { body, headers } = await call(client, myDrafts, { query }, { signal });
      const { nextCursor } = cursorsOf(headers.get('link'));
      return { drafts: body, nextCursor, extent: extentOf(headers) };
    },
    staleTime: 0,
  });
}

/** The viewer's texts that staff hold back. */
export function myHeldTextsQuery() {
  return endpointQuery([...personalKey, 'held-texts'], myHeldTexts, {}, { staleTime: 0 });
}

export const deletedBlogsKey = [...personalKey, 'deleted-blogs'] as const;

/** One page of the viewer's deleted blogs that can be restored, latest first. */
export function deletedBlogsQuery(cursor: string) {
  return queryOptions({
    queryKey: [...deletedBlogsKey, cursor],
    queryFn: async ({ client, signal }) => {
      const input = { query: { cursor } };
      const { body, headers } = await call(client, myDeletedBlogs, input, { signal });
      const { nextCursor } = cursorsOf(headers.get('link'));
      return { blogs: body, nextCursor, extent: extentOf(headers) };
    },
    staleTime: 0,
  });
}

/** One page of the viewer's published blogs, newest first. */
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
