import { ownersOnly, type Permission, send, staffOnly } from '../../identity/testing-access.ts';

export const permissions: readonly Permission[] = [
  ownersOnly('GET /api/manage/redirects', 200),
  ownersOnly('PUT /api/manage/redirects', 200, { path: '/old/title', target: '/All-blogs' }),
  {
    ...ownersOnly('DELETE /api/manage/redirects', 404),
    call: () => send('DELETE', '/api/manage/redirects?path=/none'),
    forge: () => send('DELETE', '/api/manage/redirects?path=/none'),
  },
  staffOnly('GET /api/manage/redirects/try', 200, {
    moderator: 404,
    path: () => '/api/manage/redirects/try?address=/old',
  }),
  ownersOnly('GET /api/manage/missed', 200),
];
