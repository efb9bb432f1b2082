import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
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
 * How many notifications the viewer hasn't read. It is looked at as they come back to the window or go on to another page, and
 * never by a clock: an open page that nobody uses must not keep its session in use.
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
}

/** One page of what the viewer is told. */
export function notificationsQuery(cursor: string) {
  return queryOptions({
    queryKey: [...listsKey, cursor],
    queryFn: async ({ client, signal }): Promise<NotificationsPage> => {
      const input = { query: { cursor } };
      const { body, headers } = await call(client, notifications, input, { signal });
      return { list: body, nextCursor: cursorsOf(headers.get('link')).nextCursor };
    },
    staleTime,
    refetchOnWindowFocus: true,
  });
}

export function choicesQuery() {
  return endpointQuery([...notificationsKey, 'choices'], notificationChoices, {});
}

/** Shows one as read, or all where no id is given. */
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

/** Marks one of the viewer's notifications read, or all where no id is given. */
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
