import { membersOnly, type Permission, staffOnly } from '../../identity/testing-access.ts';

export const permissions: readonly Permission[] = [
  membersOnly('/api/myBlogs/export'),
  staffOnly('GET /api/manage/export/:form', 200, {
    moderator: 404,
    path: () => '/api/manage/export/markdown',
  }),
];
