import { open, type Permission, send } from '../identity/testing-access.ts';

export const permissions: readonly Permission[] = [
  open('/api/tags'),
  {
    route: 'GET /api/blog/:id',
    statuses: [200, 200, 200, 200, null],
    call: ({ blogId }) => send('GET', `/api/blog/${blogId}`),
  },
  {
    route: 'GET /api/blog/:id/card',
    statuses: [200, 200, 200, 200, null],
    call: ({ blogId }) => send('GET', `/api/blog/${blogId}/card`),
  },
];
