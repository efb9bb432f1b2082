import { forAll, open, type Permission, send } from '../../identity/testing-access.ts';

export const permissions: readonly Permission[] = [
  open('/api/latestBlogs'),
  open('/api/featuredBlogs'),
  forAll('POST /api/reads', 204, { blogId: 'none', kind: 'opened' }),
  {
    route: 'GET /api/blog/:id/beside',
    statuses: [200, 200, 200, 200, null],
    call: ({ blogId }) => send('GET', `/api/blog/${blogId}/beside`),
  },
];
