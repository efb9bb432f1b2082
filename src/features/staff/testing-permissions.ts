import {
  membersOnly,
  own,
  type Permission,
  type Scene,
  staffOnly,
} from '../../identity/testing-access.ts';

const ofUser =
  (rest: string) =>
  ({ user }: Scene) =>
    `/api/manage/people/${user.person.id}/${rest}`;
const suspension = { until: null, reason: 'Spam.' };

export const permissions: readonly Permission[] = [
  staffOnly('GET /api/manage/people', 200),
  staffOnly('PUT /api/manage/people/:id/role', 204, {
    moderator: 404,
    path: ofUser('role'),
    body: { role: 'moderator' },
  }),
  staffOnly('PUT /api/manage/people/:id/suspension', 204, {
    path: ofUser('suspension'),
    body: suspension,
  }),
  staffOnly('DELETE /api/manage/people/:id/suspension', 204, { path: ofUser('suspension') }),
  staffOnly('GET /api/manage/acts', 200),
  membersOnly('/api/account/standing'),
  // The scene has an owner, and the code is made up.
  own('POST /api/manage/claim', 409, { code: 'x'.repeat(43) }),
];
