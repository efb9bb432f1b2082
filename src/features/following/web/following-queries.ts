import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { extentOf } from '../../../blog/list-extent.ts';
import { cursorsOf } from '../../../blog/web/page-cursors.ts';
import { personalKey } from '../../../identity/web/viewer.ts';
import type { ReplyOf } from '../../../platform/contract/define-endpoint.ts';
import { call } from '../../../platform/web/api.ts';
import { endpointQuery } from '../../../platform/web/endpoint-query.ts';
import {
  opened,
  type Personal,
  personal,
  reader,
} from '../../../platform/web/personal/personal.ts';
import { follow, followedAuthors, followedBlogs, followedIds, unfollow } from '../contract.ts';

const followingKey = [...personalKey, 'following'] as const;
const listsKey = [...followingKey, 'lists'] as const;
/** The member may follow authors on another device: refetch after half a minute. */
const staleTime = 30_000;

export type Followed = ReplyOf<typeof followedIds>;

/** The ids of the authors that the viewer follows. */
export function followedIdsQuery() {
  return queryOptions({
    queryKey: [...followingKey, 'ids'],
    queryFn: async ({ client, signal }): Promise<Personal<Followed>> =>
      personal((await call(client, followedIds, {}, { signal })).body),
    staleTime,
  });
}

/** Whether the viewer follows an author. */
export const isFollowed = reader('is-followed', ({ ids }: Followed, authorId: string) =>
  ids.includes(authorId),
);
/** Whether the viewer can follow an author: not themselves, and not followed already. */
export const mayFollow = reader(
  'may-follow',
  ({ me, ids }: Followed, authorId: string) => me !== authorId && !ids.includes(authorId),
);

/** The authors whom the viewer follows, the latest first. */
export function followedAuthorsQuery() {
  return endpointQuery([...listsKey, 'authors'], followedAuthors, {}, { staleTime });
}

/** One page of their blogs, with the cursors of the previous and next page. */
export function followedBlogsQuery(cursor: string) {
  return queryOptions({
    queryKey: [...listsKey, 'blogs', cursor],
    queryFn: async ({ client, signal }) => {
      const input = { query: { cursor } };
      const { body, headers } = await call(client, followedBlogs, input, { signal });
      return { blogs: body, extent: extentOf(headers), ...cursorsOf(headers.get('link')) };
    },
    staleTime,
  });
}

interface Change {
  readonly authorId: string;
  readonly isFollowed: boolean;
}

async function show(client: QueryClient, { authorId, isFollowed }: Change): Promise<void> {
  // A running query would overwrite the change with its older reply.
  await client.cancelQueries({ queryKey: followingKey });
  client.setQueryData(followedIdsQuery().queryKey, (known) => {
    if (!known) return undefined;
    const { me, ids } = opened(known);
    const others = ids.filter((id) => id !== authorId);
    return personal({ me, ids: isFollowed ? [authorId, ...others] : others });
  });
  await client.invalidateQueries({ queryKey: listsKey });
}

/** Follows or unfollows an author. */
export function useChangeFollow() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ authorId, isFollowed }: Change) =>
      call(client, isFollowed ? follow : unfollow, { params: { id: authorId } }),
    onSuccess: (_reply, change) => void show(client, change),
  });
}
