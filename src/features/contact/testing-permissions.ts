import { forAll, ownersOnly, type Permission } from '../../identity/testing-access.ts';

const message = { name: 'Ada', email: 'ada@example.org', message: 'Hello' };

export const permissions: readonly Permission[] = [
  forAll('POST /api/contact', 409, message),
  ownersOnly('GET /api/manage/messages', 200),
  ownersOnly('GET /api/manage/messages/settings', 200),
  ownersOnly('PUT /api/manage/messages/settings', 204, { isOn: false, forwardTo: '' }),
  ownersOnly('PUT /api/manage/messages/:id', 404, { isRead: true }),
  ownersOnly('DELETE /api/manage/messages/:id', 404),
  ownersOnly('POST /api/manage/messages/:id/restore', 404),
];
