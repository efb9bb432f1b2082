import { get, open, type Permission } from '../../identity/testing-access.ts';

export const permissions: readonly Permission[] = [
  open('/api/archive'),
  {
    route: 'GET /api/archive/:year/blogs',
    statuses: [404, 404, 404, 404, null],
    call: get('/api/archive/1066/blogs'),
  },
  {
    route: 'GET /api/archive/:year/:month/blogs',
    statuses: [404, 404, 404, 404, null],
    call: get('/api/archive/1066/10/blogs'),
  },
];
