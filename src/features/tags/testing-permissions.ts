import { get, open, type Permission, staffOnly } from '../../identity/testing-access.ts';

const none = () => '/api/manage/tags/none';

export const permissions: readonly Permission[] = [
  open('/api/tags'),
  open('/api/allTags'),
  {
    route: 'GET /api/tags/:tag',
    statuses: [404, 404, 404, 404, null],
    call: get('/api/tags/none'),
  },
  {
    route: 'GET /api/tags/:tag/blogs',
    statuses: [404, 404, 404, 404, null],
    call: get('/api/tags/none/blogs'),
  },
  staffOnly('GET /api/manage/tags', 200),
  staffOnly('PUT /api/manage/tags/:tag/name', 404, {
    path: () => '/api/manage/tags/none/name',
    body: { name: 'Bread' },
  }),
  staffOnly('POST /api/manage/tags/:tag/merged', 404, {
    path: () => '/api/manage/tags/none/merged',
    body: { into: 'Bread' },
  }),
  staffOnly('DELETE /api/manage/tags/:tag', 404, { path: none }),
];
