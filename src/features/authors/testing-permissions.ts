import { type Permission, send } from '../../identity/testing-access.ts';

export const permissions: readonly Permission[] = [
  {
    route: 'GET /api/author/:id',
    statuses: [200, 200, 200, 200, null],
    call: ({ author }) => send('GET', `/api/author/${author.person.id}`),
  },
  {
    route: 'GET /api/author/:id/blogs',
    statuses: [200, 200, 200, 200, null],
    call: ({ author }) => send('GET', `/api/author/${author.person.id}/blogs`),
  },
];
