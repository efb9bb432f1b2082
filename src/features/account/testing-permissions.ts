import type { Caller } from '../../identity/testing.ts';
import {
  asAuthor,
  get,
  membersOnly,
  open,
  own,
  ownersOnly,
  type Permission,
  send,
  unproven,
} from '../../identity/testing-access.ts';

const profile = { displayName: 'New name', photoURL: '/images/c.webp' };
const token = 'x'.repeat(43);
const nobody = 'nobody@example.org';

async function idTokenOf(caller: Caller): Promise<string> {
  const reply = await caller.request('/identity/session');
  const body: unknown = await reply.json();
  const isSigned = typeof body === 'object' && body !== null && 'idToken' in body;
  return isSigned ? String(body.idToken) : '';
}

/** Exchanges the caller's own ID token for a session. */
function exchange(path: string): Permission {
  return {
    route: `POST ${path}`,
    statuses: [401, 401, 401, 401, 403],
    call: ({ author }) => send('POST', path, { email: author.person.email }),
    forge: async ({ author }, caller) => {
      const { init } = send('POST', path, { email: author.person.email });
      const authorization = `Bearer ${await idTokenOf(caller)}`;
      return { path, init: { ...init, headers: { ...init.headers, authorization } } };
    },
  };
}

const newCredential = {
  id: 'aWQ',
  rawId: 'aWQ',
  type: 'public-key',
  response: { clientDataJSON: 'e30', attestationObject: 'e30' },
};
const usedCredential = {
  ...newCredential,
  response: { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' },
};

export const permissions: readonly Permission[] = [
  membersOnly('/api/account'),
  membersOnly('/api/account/sessions'),
  membersOnly('/api/account/events'),
  membersOnly('/api/account/data'),
  ownersOnly('POST /api/manage/personal-data', 200, { email: nobody }),
  ownersOnly('POST /api/manage/personal-data/export', 200, { email: nobody, password: '' }),
  ownersOnly('POST /api/manage/personal-data/erase', 204, {
    email: nobody,
    password: '',
    blogs: 'remove',
  }),
  {
    route: 'DELETE /api/account/sessions/:id',
    statuses: [401, 404, 404, 404, 404],
    call: () => send('DELETE', '/api/account/sessions/none'),
    forge: async ({ author }) => {
      const reply = await author.request('/api/account/sessions');
      const [session] = (await reply.json()) as { id: string }[];
      return send('DELETE', `/api/account/sessions/${session?.id}`);
    },
  },
  own('DELETE /api/account/sessions', 204),
  // Staff may delete their account too; it ends their role.
  {
    ...own('POST /api/account/delete', 204, { password: '', blogs: 'remove' }),
    staff: [204, 204],
    editor: 204,
  },
  membersOnly('/api/account/tokens'),
  own('POST /api/account/tokens', 201, { name: 'Script', scope: 'read', days: 30, password: '' }),
  own('DELETE /api/account/tokens/:id', 404),
  membersOnly('/api/account/factors'),
  own('POST /identity/passkeys/begin', 200, { password: '' }),
  // No challenge was issued to these browsers.
  own('POST /identity/passkeys', 400, { name: 'Laptop', credential: newCredential }),
  own('PUT /identity/passkeys/:id', 404, { name: 'Laptop' }),
  own('POST /identity/passkeys/:id/remove', 404, { password: '' }),
  own('POST /identity/codes/begin', 200, { password: '' }),
  own('POST /identity/codes', 400, { setup: token, code: '123456' }),
  own('POST /identity/codes/off', 204, { password: '' }),
  own('POST /identity/recovery-codes', 409, { password: '' }),
  {
    route: 'POST /identity/passkey/begin',
    statuses: [200, 200, 200, 200, null],
    call: () => send('POST', '/identity/passkey/begin'),
  },
  unproven('POST /identity/passkey', { credential: usedCredential }),
  unproven('POST /identity/second-factor/begin', { ticket: token }),
  unproven('POST /identity/second-factor', { ticket: token, proof: { code: '123456' } }),
  exchange('/jwt'),
  exchange('/identity/call-back'),
  { route: 'GET /logout', statuses: [204, 204, 204, 204, null], call: get('/logout') },
  open('/identity/settings'),
  open('/identity/session'),
  open('/identity/jwks'),
  {
    route: 'POST /identity/sign-up',
    statuses: [409, 409, 409, 409, 409],
    call: ({ author }) =>
      send('POST', '/identity/sign-up', {
        ...profile,
        email: author.person.email,
        password: 'Analytical',
      }),
    forge: (scene) =>
      send('POST', '/identity/sign-up', { ...profile, password: 'Analytical', ...asAuthor(scene) }),
  },
  {
    route: 'POST /identity/sign-in',
    statuses: [400, 400, 400, 400, null],
    call: ({ author }) =>
      send('POST', '/identity/sign-in', { email: author.person.email, password: 'Wrong-one' }),
  },
  own('PUT /identity/profile', 200, profile),
  own('PUT /api/account/bio', 200, { bio: 'Writes.' }),
  own('POST /identity/change-password', 204, {
    currentPassword: '',
    newPassword: 'Analytical',
  }),
  // The site under test has no mail.
  own('POST /identity/change-email', 409, { email: 'new@example.org', password: '' }),
  unproven('POST /identity/confirm-email', { token }),
  {
    route: 'POST /identity/forgot-password',
    statuses: [409, 409, 409, 409, null],
    call: ({ author }) => send('POST', '/identity/forgot-password', { email: author.person.email }),
  },
  {
    route: 'POST /identity/send-verification',
    statuses: [401, 409, 409, 409, null],
    call: () => send('POST', '/identity/send-verification'),
  },
  {
    route: 'POST /identity/reset-password',
    statuses: [400, 400, 400, 400, 400],
    call: () => send('POST', '/identity/reset-password', { token, newPassword: 'Analytical' }),
    forge: (scene) =>
      send('POST', '/identity/reset-password', {
        token,
        newPassword: 'Analytical',
        ...asAuthor(scene),
      }),
  },
  unproven('POST /identity/verify-email', { token }),
  {
    // Google isn't configured either: the redirect leads to a page that says so.
    route: 'GET /identity/google/start',
    statuses: [303, 303, 303, 303, null],
    call: get('/identity/google/start'),
  },
  {
    route: 'GET /identity/google/callback',
    statuses: [303, 303, 303, 303, null],
    call: get('/identity/google/callback?code=x&state=y'),
  },
  open('/identity/google/done'),
  open('/identity/google/done.js'),
  {
    route: 'POST /identity/google/finish',
    statuses: [409, 409, 409, 409, null],
    call: () => send('POST', '/identity/google/finish', { code: token }),
  },
  {
    route: 'POST /identity/google/link',
    statuses: [409, 409, 409, 409, null],
    call: () => send('POST', '/identity/google/link', { linkToken: token, password: 'Analytical' }),
  },
];
