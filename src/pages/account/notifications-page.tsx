import { Link } from 'react-router';
import { NotificationList } from '../../features/notifications/web/notification-list.tsx';
import { notificationsQuery } from '../../features/notifications/web/notification-queries.ts';
import { paths } from '../../paths.ts';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { textLink } from '../../platform/web/ui/text-link.ts';
import { definePage, usePageQuery, useRefusal } from '../define-page.ts';

function NotificationsPage() {
  const { cursor } = usePageQuery(paths.notifications);
  const refusal = useRefusal();
  return (
    <div className="mx-auto max-w-measure">
      <PageHeading
        lead={
          <Link
            viewTransition
            to={paths.account.to()}
            className={`${textLink} inline-flex min-h-link items-center`}
          >
            Choose your notifications
          </Link>
        }
      >
        Notifications
      </PageHeading>
      <NotificationList cursor={cursor} refusal={refusal} />
    </div>
  );
}

export const page = definePage(paths.notifications, {
  component: NotificationsPage,
  queries: ({ query: { cursor } }) => [notificationsQuery(cursor)],
  head: () => ({
    title: 'Notifications',
    description: 'Comments on your blogs, replies, and new blogs by authors you follow.',
    canonicalPath: paths.notifications.to(),
  }),
});
