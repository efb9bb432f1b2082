import { forAll, ownersOnly, type Permission, unproven } from '../../identity/testing-access.ts';

const secret = 'x'.repeat(43);
const blogId = '01a1fb8b-1448-7c0b-af21-84345062dc27';

export const permissions: readonly Permission[] = [
  forAll('POST /api/newsletter/subscriptions', 409, { email: 'ada@example.org' }),
  unproven('POST /api/newsletter/confirm', { token: secret }),
  forAll('POST /api/unsubscribe/:token', 204),
  forAll('GET /api/unsubscribe/:token', 303),
  ownersOnly('GET /api/manage/newsletter', 200),
  ownersOnly('PUT /api/manage/newsletter', 204, { isOn: false, hasDigest: false }),
  ownersOnly('POST /api/manage/test-letter', 409),
  ownersOnly('POST /api/manage/newsletter/issues', 409, {
    subject: 'News',
    note: '',
    blogIds: [blogId],
  }),
  ownersOnly('GET /api/manage/newsletter/issues/:id/letter', 404),
  ownersOnly('POST /api/manage/newsletter/issues/:id/try', 404),
  ownersOnly('PUT /api/manage/newsletter/issues/:id/state', 404, { to: 'stopped' }),
  ownersOnly('POST /api/manage/newsletter/issues/:id/again', 409),
  ownersOnly('DELETE /api/manage/newsletter/issues/:id', 404),
  ownersOnly('GET /api/manage/newsletter/subscribers', 200),
  ownersOnly('DELETE /api/manage/newsletter/subscribers/:id', 404),
  ownersOnly('GET /api/manage/newsletter/subscribers.csv', 200),
];
