import {
  membersOnly,
  own,
  type Permission,
  send,
  staffOnly,
  unproven,
} from './testing-permission.ts';

const secret = 'x'.repeat(43);
const blogId = '01a1fb8b-1448-7c0b-af21-84345062dc27';

/** The same answer for everybody. */
function forAll(route: string, status: number, body?: object): Permission {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replace(':token', secret);
  return {
    route,
    statuses: [status, status, status, status, null],
    call: () => send(method, path, body),
  };
}

const message = { name: 'Ada', email: 'ada@example.org', message: 'Hello' };

/** An owner's alone: a moderator finds nothing either. */
function ownersOnly(route: string, status: number, body?: object): Permission {
  return staffOnly(route, status, { moderator: 404, ...(body && { body }) });
}

/** Messages, the newsletter and letters about comments, on a site whose owner has switched none of them on. */
export const lettersPermissions: readonly Permission[] = [
  forAll('POST /api/contact', 409, message),
  forAll('POST /api/newsletter/subscriptions', 409, { email: 'ada@example.org' }),
  unproven('POST /api/newsletter/confirm', { token: secret }),
  forAll('POST /api/unsubscribe/:token', 204),
  forAll('GET /api/unsubscribe/:token', 303),
  membersOnly('/api/account/letters'),
  own('PUT /api/account/letters', 200, { comments: true }),
  ownersOnly('GET /api/manage/messages', 200),
  ownersOnly('GET /api/manage/messages/settings', 200),
  ownersOnly('PUT /api/manage/messages/settings', 204, { isOn: false, forwardTo: '' }),
  ownersOnly('PUT /api/manage/messages/:id', 404, { isRead: true }),
  ownersOnly('DELETE /api/manage/messages/:id', 404),
  ownersOnly('POST /api/manage/messages/:id/restore', 404),
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
  ownersOnly('GET /api/manage/mail', 200),
  ownersOnly('POST /api/manage/mail/again', 204, { id: null }),
  ownersOnly('DELETE /api/manage/mail/hold', 204),
  ownersOnly('GET /api/manage/newsletter/subscribers', 200),
  ownersOnly('DELETE /api/manage/newsletter/subscribers/:id', 404),
  ownersOnly('GET /api/manage/newsletter/subscribers.csv', 200),
];
