import { membersOnly, own, type Permission } from '../../identity/testing-access.ts';

export const permissions: readonly Permission[] = [
  membersOnly('/api/account/letters'),
  own('PUT /api/account/letters', 200, { comments: true }),
];
