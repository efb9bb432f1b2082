import {
  forAll,
  get,
  open,
  ownersOnly,
  type Permission,
  staffOnly,
} from '../../identity/testing-access.ts';

export const permissions: readonly Permission[] = [
  ownersOnly('GET /api/manage/settings', 200),
  ownersOnly('GET /api/manage/settings/states', 200),
  // The settings are unchanged, so no state is added.
  staffOnly('PUT /api/manage/settings', 200, {
    moderator: 404,
    body: { version: 0, settings: {} },
  }),
  staffOnly('POST /api/manage/settings/restore', 200, {
    moderator: 404,
    body: { version: 0, to: 0 },
  }),
  ownersOnly('GET /api/manage/invitations', 200),
  staffOnly('POST /api/manage/invitations', 201, {
    moderator: 404,
    body: { label: 'Friends', peopleMax: 1, days: 1 },
  }),
  staffOnly('DELETE /api/manage/invitations/:id', 404),
  open('/identity/invitation'),
  forAll('POST /identity/invitation', 200, { invite: '' }),
  open('/site/manifest.webmanifest'),
  {
    route: 'GET /site/accent/:colours',
    statuses: [200, 200, 200, 200, null],
    call: get('/site/accent/8b1e3f-none'),
  },
  {
    route: 'GET /site/mark/:mark',
    statuses: [200, 200, 200, 200, null],
    call: get('/site/mark/AB-8b1e3f'),
  },
];
