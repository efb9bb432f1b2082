import { membersOnly, own, type Permission } from '../../identity/testing-access.ts';

export const permissions: readonly Permission[] = [
  membersOnly('/api/notifications'),
  membersOnly('/api/notifications/unread'),
  own('PUT /api/notifications/:id/read', 204),
  own('PUT /api/notifications/read', 204),
  {
    // Visitors are redirected to Sign In, members to the given page.
    route: 'POST /api/notificationForm',
    statuses: [303, 303, 303, 303, null],
    call: () => ({
      path: '/api/notificationForm?from=/notifications',
      init: { method: 'POST', body: new URLSearchParams({ id: '' }) },
    }),
  },
  membersOnly('/api/account/notifications'),
  {
    ...own('PUT /api/account/notifications', 200, { kind: 'reply', here: false }),
    // The forged `email` is an address, but the field takes a boolean.
    statuses: [401, 200, 200, 200, 400],
  },
];
