import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '../../../paths.ts';
import { reader, textFor } from '../../../platform/web/personal/personal.ts';
import { Slot } from '../../../platform/web/personal/slot.tsx';
import { bellMax } from '../kinds.ts';
import { type Unread, unreadQuery } from './notification-queries.ts';

const label = 'Notifications';
const numberOf = ({ count }: Unread) => (count > bellMax ? `${bellMax}+` : String(count));

const hasUnread = reader('has-unread', ({ count }: Unread) => count > 0);
const unreadText = reader('unread-text', numberOf);
const bellLabel = reader('bell-label', (unread: Unread) =>
  unread.count === 0 ? label : `${label}, ${numberOf(unread)} unread`,
);

/** The link to the member's notifications, with the unread count. */
export function Bell() {
  // On every page, and seldom rendered: the compiler's output would add more bytes than it saves work.
  'use no memo';
  const queries = useQueryClient();
  const { pathname } = useLocation();
  const { data: unread } = useQuery(unreadQuery());

  // biome-ignore lint/correctness/useExhaustiveDependencies: it refetches a stale count on each navigation, so when `pathname` changes.
  useEffect(() => {
    void queries.prefetchQuery(unreadQuery());
  }, [queries, pathname]);

  return (
    <Link
      viewTransition
      to={paths.notifications.to()}
      aria-label={unread ? textFor(unread, bellLabel) : label}
      className="relative -m-1.5 inline-flex size-11 items-center justify-center hover:text-accent"
    >
      <BellIcon aria-hidden="true" size={20} />
      {unread && (
        <Slot of={unread} is={hasUnread} about={undefined}>
          {(isSo) =>
            isSo && (
              <span
                aria-hidden="true"
                className="absolute top-1 right-0.5 min-w-4.5 rounded-full bg-ink px-1 text-center text-xs leading-4.5 font-semibold text-paper tabular-nums"
              >
                {textFor(unread, unreadText)}
              </span>
            )
          }
        </Slot>
      )}
    </Link>
  );
}
