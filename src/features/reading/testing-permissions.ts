import { open, type Permission, send } from '../../identity/testing-access.ts';

export const permissions: readonly Permission[] = [
  open('/api/latestBlogs'),
  open('/api/featuredBlogs'),
  {
    route: 'GET /api/blog/:id/beside',
    statuses: [200, 200, 200, 200, null],
    call: ({ blogId }) => send('GET', `/api/blog/${blogId}/beside`),
  },
];
