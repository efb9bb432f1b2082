import {
  membersOnly,
  ownersOnly,
  type Permission,
  staffOnly,
} from '../../identity/testing-access.ts';

const sendPart = () => ({
  path: '/api/manage/imports/none/parts?offset=0',
  init: {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: Buffer.from('abc'),
  },
});

export const permissions: readonly Permission[] = [
  membersOnly('/api/myBlogs/export'),
  staffOnly('GET /api/manage/export/:form', 200, {
    moderator: 404,
    path: () => '/api/manage/export/markdown',
  }),
  ownersOnly('GET /api/manage/imports', 200),
  ownersOnly('POST /api/manage/imports', 201, { fileName: 'export.zip', bytes: 3 }),
  {
    route: 'POST /api/manage/imports/:id/parts',
    statuses: [401, 404, 404, 404, null],
    staff: [404, 404],
    call: sendPart,
  },
  ownersOnly('POST /api/manage/imports/:id/start', 404, {
    categories: [],
    opened: [],
    fetchesPictures: false,
  }),
  ownersOnly('DELETE /api/manage/imports/:id', 404),
  ownersOnly('GET /api/manage/imports/:id/report', 404),
  ownersOnly('GET /api/manage/imports/:id/report.csv', 404),
];
