import { type Permission, type Scene, staffOnly } from '../../identity/testing-access.ts';

/** One grey dot. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWPo6OgAAAM0AZmUse0HAAAAAElFTkSuQmCC',
  'base64',
);
const sendDot = () => ({
  path: '/api/pictures',
  init: { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: dot },
});

const ofUser =
  (rest: string) =>
  ({ user }: Scene) =>
    `/api/manage/people/${user.person.id}/${rest}`;

export const permissions: readonly Permission[] = [
  { route: 'POST /api/pictures', statuses: [401, 201, 201, 201, null], call: sendDot },
  staffOnly('GET /api/manage/pictures', 200),
  staffOnly('POST /api/manage/pictures/taken-down', 404, {
    body: { address: '/images/uploads/none.jpg', reason: 'Not fit.' },
  }),
  staffOnly('POST /api/manage/people/:id/cleared', 204, {
    path: ofUser('cleared'),
    body: { field: 'photo', reason: 'Not fit.' },
  }),
  staffOnly('POST /api/manage/people/:id/put-back', 409, {
    path: ofUser('put-back'),
    body: { field: 'photo' },
  }),
];
