import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { extentWords } from '../../../blog/list-extent.ts';
import { paths } from '../../../paths.ts';
import { errorMessageOf } from '../../../platform/web/error-message.ts';
import { opened } from '../../../platform/web/personal/personal.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { EmptyState } from '../../../platform/web/ui/lists/empty-state.tsx';
import { ListPaging } from '../../../platform/web/ui/lists/list-paging.tsx';
import { RefusedAddress } from '../../../platform/web/ui/lists/refused-address.tsx';
import { Moment } from '../../../platform/web/ui/moment.tsx';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { Skeleton } from '../../../platform/web/ui/waiting.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import type { Notification } from '../contract.ts';
import { wordsOf } from '../wording.ts';
import { notificationsQuery, unreadQuery, useMarkRead } from './notification-queries.ts';
import { ReadForm } from './read-form.tsx';

interface ItemProps {
  readonly notification: Notification;
  /** The current page's path. */
  readonly here: string;
}

function Item({ notification, here }: ItemProps) {
  const { _id, to, at, isRead } = notification;
  const wordsId = `notification-${_id}`;
  const words = useRef<HTMLParagraphElement>(null);
  const { mutateAsync: markRead } = useMarkRead();
  const { isPending, run } = useSingleFlight(async () => {
    try {
      await markRead(_id);
      // The focused button was removed.
      words.current?.querySelector('a')?.focus();
    } catch (error) {
      void showToast({ text: errorMessageOf(error), tone: 'bad' });
    }
  });
  // Navigates at once; if marking it fails, it stays unread.
  const open = () => {
    if (!isRead) void markRead(_id).catch(() => {});
  };
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-rule py-4">
      <div className="min-w-0 grow basis-60">
        <p
          ref={words}
          id={wordsId}
          dir="auto"
          className={`flex items-baseline wrap-anywhere ${isRead ? 'text-soft' : 'font-semibold'}`}
        >
          {!isRead && (
            <>
              <span
                aria-hidden="true"
                className="-ms-4 me-2 size-2 shrink-0 -translate-y-0.5 rounded-full bg-ink"
              />
              <span className="sr-only">Unread: </span>
            </>
          )}
          {to === null ? (
            wordsOf(notification)
          ) : (
            <Link
              viewTransition
              to={to}
              data-does-more={!isRead || undefined}
              onClick={open}
              className="inline-flex min-h-link items-center hover:text-accent"
            >
              {wordsOf(notification)}
            </Link>
          )}
        </p>
        <p className="text-sm text-faint">
          <Moment at={at} />
        </p>
      </div>
      {!isRead && (
        <>
          <Button
            look="plain"
            size="small"
            aria-describedby={wordsId}
            aria-disabled={isPending}
            className="noscript:hidden"
            onClick={() => void run()}
          >
            Mark as read
          </Button>
          <ReadForm id={_id} from={here} label="Mark as read" look="plain" describedBy={wordsId} />
        </>
      )}
    </li>
  );
}

interface ReadAllProps {
  /** The current page's path. */
  readonly here: string;
  /** Whether this page of the list has an unread notification; the bell counts those of all pages. */
  readonly hasUnreadHere: boolean;
}

function ReadAll({ here, hasUnreadHere }: ReadAllProps) {
  const { data: unread } = useQuery(unreadQuery());
  const hasUnread = hasUnreadHere || (unread !== undefined && opened(unread).count > 0);
  const { mutateAsync: markRead } = useMarkRead();
  const { isPending, run } = useSingleFlight(async () => {
    if (!hasUnread) return;
    await markRead(undefined).catch(
      (error: unknown) => void showToast({ text: errorMessageOf(error), tone: 'bad' }),
    );
  });
  return (
    <>
      <Button
        size="small"
        aria-disabled={isPending || !hasUnread}
        className="noscript:hidden"
        onClick={() => void run()}
      >
        Mark all as read
      </Button>
      <ReadForm from={here} label="Mark all as read" look="outline" />
    </>
  );
}

function ListSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-6 py-4">
      {[0, 1, 2].map((index) => (
        <div key={index}>
          <Skeleton className="h-6 w-3/4" />
          <Skeleton className="mt-2 h-4 w-40" />
        </div>
      ))}
    </div>
  );
}

interface NotificationListProps {
  readonly cursor: string;
  /** Why the server refused this address, where it did so while rendering the page. */
  readonly refusal: string | undefined;
}

/** The viewer's notifications, the newest first, a page at a time. */
export function NotificationList({ cursor, refusal }: NotificationListProps) {
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...notificationsQuery(cursor),
    placeholderData: keepPreviousData,
    enabled: refusal === undefined,
  });
  if (refusal !== undefined) {
    return <RefusedAddress to={paths.notifications.to()} label="Show the newest" />;
  }
  if (isError) {
    return <ErrorNote onRetry={() => refetch()}>They could not be loaded.</ErrorNote>;
  }
  if (!data) return <ListSkeleton />;
  const { list, nextCursor } = data;
  const to = (place: string) => paths.notifications.to({ cursor: place });
  if (list.length === 0 && !nextCursor) {
    return (
      <EmptyState
        drawing="bubble"
        title="Nothing yet."
        text="Comments on your blogs and new blogs by authors you follow appear here."
      />
    );
  }
  return (
    <div
      aria-busy={isPlaceholderData}
      className={`transition-opacity ${isPlaceholderData ? 'opacity-50' : ''}`}
    >
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <p role="status" className="min-h-[1lh] text-sm text-faint">
          {!isPlaceholderData &&
            extentWords(data.extent, list.length, 'notification', 'notifications')}
        </p>
        <ReadAll here={to(cursor)} hasUnreadHere={list.some(({ isRead }) => !isRead)} />
      </div>
      <ul className="border-t border-rule">
        {list.map((notification) => (
          <Item key={notification._id} notification={notification} here={to(cursor)} />
        ))}
      </ul>
      <ListPaging cursor={cursor} nextCursor={nextCursor} to={to} />
    </div>
  );
}
