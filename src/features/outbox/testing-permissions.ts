import { ownersOnly, type Permission } from '../../identity/testing-access.ts';

export const permissions: readonly Permission[] = [
  ownersOnly('GET /api/manage/mail', 200),
  ownersOnly('POST /api/manage/mail/again', 204, { id: null }),
  ownersOnly('DELETE /api/manage/mail/hold', 204),
];
