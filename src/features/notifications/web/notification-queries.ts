import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { extentOf, type ListExtent } from '../../../blog/list-extent.ts';
import { cursorsOf } from '../../../blog/web/page-cursors.ts';
import { personalKey } from '../../../identity/web/viewer.ts';
import type { ReplyOf } from '../../../platform/contract/define-endpoint.ts';
import { call } from '../../../platform/web/api.ts';
import { endpointQuery } from '../../../platform/web/endpoint-query.ts';
import { type Personal, personal } from '../../../platform/web/personal/personal.ts';
import {
  type Notification,
  notificationChoices,
  notifications,
  readAllNotifications,
  readNotification,
  unreadNotifications,
} from '../contract.ts';

const notificationsKey = [...personalKey, 'notifications'] as const;
const listsKey = [...notificationsKey, 'lists'] as const;
const staleTime = 30_000;

export type Unread = ReplyOf<typeof unreadNotifications>;

/**
 * The viewer's unread count. Refetched on window focus and on navigation, never by a timer: an unused open page must
 * not keep the session alive.
 */
export function unreadQuery() {
  return queryOptions({
    queryKey: [...notificationsKey, 'unread'],
    queryFn: async ({ client, signal }): Promise<Personal<Unread>> =>
      personal((await call(client, unreadNotifications, {}, { signal })).body),
    staleTime,
    refetchOnWindowFocus: true,
  });
}

interface NotificationsPage {
  readonly list: readonly Notification[];
  readonly nextCursor: string | null;
  readonly extent: ListExtent;
}

/** One page of the viewer's notifications. */
export function notificationsQuery(cursor: string) {
  return queryOptions({
    queryKey: [...listsKey, cursor],
    queryFn: async ({ client, signal }): Promise<NotificationsPage> => {
      const input = { query: { cursor } };
      const { body, headers } = await call(client, notifications, input, { signal });
      const { nextCursor } = cursorsOf(headers.get('link'));
      return { list: body, nextCursor, extent: extentOf(headers) };
    },
    staleTime,
    refetchOnWindowFocus: true,
  });
}

export function choicesQuery() {
  return endpointQuery([...notificationsKey, 'choices'], notificationChoices, {});
}

/** Marks one cached notification as read, or all where `id` is undefined. */
function showRead(client: QueryClient, id: string | undefined): void {
  client.setQueriesData<NotificationsPage>(
    { queryKey: listsKey },
    (page) =>
      page && {
        ...page,
        list: page.list.map((one) =>
          id === undefined || one._id === id ? { ...one, isRead: true } : one,
        ),
      },
  );
}

/** Marks one of the viewer's notifications as read, or all where `id` is undefined. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string | undefined) =>
      id === undefined
        ? call(client, readAllNotifications, {})
        : call(client, readNotification, { params: { id } }),
    async onSuccess(_reply, id) {
      showRead(client, id);
      await client.invalidateQueries({ queryKey: unreadQuery().queryKey });
    },
  });
}
