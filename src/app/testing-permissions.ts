import type { Caller, Member } from '../identity/testing.ts';

/** People and what they have, made anew for each call. */
export interface Scene {
  readonly author: Member;
  readonly commenter: Member;
  readonly user: Member;
  readonly visitor: Caller;
  /** The author's. */
  readonly blogId: string;
  /** The commenter's, on that blog. */
  readonly commentId: string;
  /** The commenter's, for that blog. */
  readonly wishId: string;
}

interface Request {
  readonly path: string;
  readonly init: RequestInit;
}

type Ask = (scene: Scene, caller: Caller) => Request | Promise<Request>;

export interface Permission {
  /** Method and pattern. */
  readonly route: string;
  /**
   * What a visitor, a signed-in user, the blog's author, the comment's (and the wish's) writer, and a user who names
   * somebody else in the request get; null where nobody can be named.
   */
  readonly statuses: readonly [number, number, number, number, number | null];
  readonly call: Ask;
  readonly forge?: Ask;
}

function send(method: string, path: string, body?: unknown): Request {
  return {
    path,
    init: {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    },
  };
}

const get =
  (path: string): Ask =>
  () =>
    send('GET', path);
const text = {
  title: 'New title',
  imageUrl: '/images/b.webp',
  category: 'Travel',
  shortDescription: 'Short.',
  longDescription: 'Long.',
};
const draft = {
  text: { ...text, title: '' },
  baseTag: null,
  revision: null,
  device: 'laptop',
  sequence: 1,
};
const profile = { displayName: 'New name', photoURL: '/images/c.webp' };
const token = 'x'.repeat(43);
const asAuthor = ({ author }: Scene) => ({
  id: author.person.id,
  _id: author.person.id,
  personId: author.person.id,
  author_id: author.person.id,
  email: author.person.email,
  author: { name: 'Author', email: author.person.email, photo: '/images/a.webp' },
});

async function idTokenOf(caller: Caller): Promise<string> {
  const reply = await caller.request('/identity/session');
  const body: unknown = await reply.json();
  const isSigned = typeof body === 'object' && body !== null && 'idToken' in body;
  return isSigned ? String(body.idToken) : '';
}

/** Anybody may read it. */
function open(path: string): Permission {
  return { route: `GET ${path}`, statuses: [200, 200, 200, 200, null], call: get(path) };
}

/** Every member may read their own. */
function membersOnly(path: string): Permission {
  return { route: `GET ${path}`, statuses: [401, 200, 200, 200, null], call: get(path) };
}

/** Gives a session, for an ID token of one's own. */
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

const reading: readonly Permission[] = [
  { route: 'GET /*', statuses: [200, 200, 200, 200, null], call: get('/') },
  open('/healthz'),
  open('/readyz'),
  open('/robots.txt'),
  open('/.well-known/security.txt'),
  open('/sitemap.xml'),
  open('/feed.xml'),
  open('/api/openapi.json'),
  open('/api/latestBlogs'),
  open('/api/featuredBlogs'),
  open('/api/allBlogs'),
  {
    route: 'GET /api/blog/:id',
    statuses: [200, 200, 200, 200, null],
    call: ({ blogId }) => send('GET', `/api/blog/${blogId}`),
  },
];

const writing: readonly Permission[] = [
  {
    route: 'POST /api/addBlog',
    statuses: [401, 201, 201, 201, 201],
    call: () => send('POST', '/api/addBlog', text),
    forge: (scene) => send('POST', '/api/addBlog', { ...text, ...asAuthor(scene) }),
  },
  {
    route: 'PUT /api/blog/:id',
    statuses: [401, 403, 200, 403, 403],
    call: ({ blogId }) => send('PUT', `/api/blog/${blogId}`, text),
    forge: (scene) => send('PUT', `/api/blog/${scene.blogId}`, { ...text, ...asAuthor(scene) }),
  },
  {
    route: 'DELETE /api/blog/:id',
    statuses: [401, 403, 204, 403, 403],
    call: ({ blogId }) => send('DELETE', `/api/blog/${blogId}?title=Engines`),
    forge: (scene) => send('DELETE', `/api/blog/${scene.blogId}?title=Engines`, asAuthor(scene)),
  },
  {
    route: 'GET /api/blog/:id/rights',
    statuses: [401, 200, 200, 200, null],
    call: ({ blogId }) => send('GET', `/api/blog/${blogId}/rights`),
  },
  {
    route: 'GET /api/blog/:id/revisions',
    statuses: [401, 403, 200, 403, null],
    call: ({ blogId }) => send('GET', `/api/blog/${blogId}/revisions`),
  },
  {
    route: 'GET /api/blog/:id/revisions/:version',
    statuses: [401, 403, 200, 403, null],
    call: ({ blogId }) => send('GET', `/api/blog/${blogId}/revisions/1`),
  },
  membersOnly('/api/myBlogs/export'),
  membersOnly('/api/drafts'),
  {
    // The author and the commenter have a draft, the user has none.
    route: 'DELETE /api/drafts/:key',
    statuses: [401, 204, 204, 204, 204],
    call: () => send('DELETE', '/api/drafts/new'),
    forge: (scene) => send('DELETE', '/api/drafts/new?revision=r', asAuthor(scene)),
  },
  {
    route: 'PUT /api/drafts/:key',
    statuses: [401, 200, 412, 412, 412],
    call: () => send('PUT', '/api/drafts/new', draft),
    // Knowing the revision of somebody else's draft is no use.
    forge: (scene) =>
      send('PUT', '/api/drafts/new', { ...draft, ...asAuthor(scene), revision: 'r' }),
  },
  {
    route: 'GET /api/drafts/:key',
    statuses: [401, 404, 200, 200, null],
    call: get('/api/drafts/new'),
  },
];

const commenting: readonly Permission[] = [
  {
    route: 'GET /api/addcomment',
    statuses: [401, 200, 200, 200, null],
    call: ({ blogId }) => send('GET', `/api/addcomment?blogId=${blogId}`),
  },
  {
    route: 'POST /api/addcomment',
    statuses: [401, 201, 409, 201, 403],
    call: ({ blogId }) => send('POST', '/api/addcomment', { blogId, comment: 'Hello.' }),
    forge: ({ blogId, commenter }) =>
      send('POST', '/api/addcomment', {
        blogId,
        comment: 'Hello.',
        userEmail: commenter.person.email,
      }),
  },
  {
    route: 'DELETE /api/comments/:id',
    statuses: [401, 403, 403, 204, 403],
    call: ({ commentId }) => send('DELETE', `/api/comments/${commentId}`),
    forge: (scene) => send('DELETE', `/api/comments/${scene.commentId}`, asAuthor(scene)),
  },
  {
    route: 'POST /addWishlist',
    statuses: [401, 201, 201, 409, 403],
    call: ({ blogId }) => send('POST', '/addWishlist', { reviewId: blogId }),
    forge: ({ blogId, author }) =>
      send('POST', '/addWishlist', { reviewId: blogId, userEmail: author.person.email }),
  },
  {
    route: 'GET /getWishlist',
    statuses: [401, 200, 200, 200, 403],
    call: get('/getWishlist?category='),
    forge: ({ commenter }) =>
      send('GET', `/getWishlist?email=${encodeURIComponent(commenter.person.email)}`),
  },
  {
    route: 'DELETE /removeWishlist',
    statuses: [401, 404, 404, 204, 403],
    call: ({ wishId }) => send('DELETE', `/removeWishlist?itemId=${wishId}`),
    forge: ({ wishId, commenter }) => {
      const email = encodeURIComponent(commenter.person.email);
      return send('DELETE', `/removeWishlist?itemId=${wishId}&email=${email}`);
    },
  },
  membersOnly('/api/wishedBlogs'),
];

const account: readonly Permission[] = [
  membersOnly('/api/account'),
  membersOnly('/api/account/sessions'),
  membersOnly('/api/account/events'),
  membersOnly('/api/account/data'),
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
  {
    route: 'DELETE /api/account/sessions',
    statuses: [401, 204, 204, 204, 204],
    call: () => send('DELETE', '/api/account/sessions'),
    forge: (scene) => send('DELETE', '/api/account/sessions', asAuthor(scene)),
  },
  {
    route: 'POST /api/account/delete',
    statuses: [401, 204, 204, 204, 204],
    call: () => send('POST', '/api/account/delete', { password: '', blogs: 'remove' }),
    forge: (scene) =>
      send('POST', '/api/account/delete', { password: '', blogs: 'remove', ...asAuthor(scene) }),
  },
];

/** A call that every member may make for themselves, and that is nothing for strangers. */
function own(route: string, path: string, status: number, body: object): Permission {
  const [method = ''] = route.split(' ');
  return {
    route,
    statuses: [401, status, status, status, status],
    call: () => send(method, path, body),
    forge: (scene) => send(method, path, { ...body, ...asAuthor(scene) }),
  };
}

/** The same answer for everybody, whose proof is worth nothing. */
function unproven(route: string, body: object): Permission {
  const [method = '', path = ''] = route.split(' ');
  return { route, statuses: [400, 400, 400, 400, null], call: () => send(method, path, body) };
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

const factors: readonly Permission[] = [
  membersOnly('/api/account/factors'),
  own('POST /identity/passkeys/begin', '/identity/passkeys/begin', 200, { password: '' }),
  // Nobody's browser was given a challenge.
  own('POST /identity/passkeys', '/identity/passkeys', 400, {
    name: 'Laptop',
    credential: newCredential,
  }),
  own('PUT /identity/passkeys/:id', '/identity/passkeys/none', 404, { name: 'Laptop' }),
  own('POST /identity/passkeys/:id/remove', '/identity/passkeys/none/remove', 404, {
    password: '',
  }),
  own('POST /identity/codes/begin', '/identity/codes/begin', 200, { password: '' }),
  own('POST /identity/codes', '/identity/codes', 400, { setup: token, code: '123456' }),
  own('POST /identity/codes/off', '/identity/codes/off', 204, { password: '' }),
  own('POST /identity/recovery-codes', '/identity/recovery-codes', 409, { password: '' }),
  {
    route: 'POST /identity/passkey/begin',
    statuses: [200, 200, 200, 200, null],
    call: () => send('POST', '/identity/passkey/begin'),
  },
  unproven('POST /identity/passkey', { credential: usedCredential }),
  unproven('POST /identity/second-factor/begin', { ticket: token }),
  unproven('POST /identity/second-factor', { ticket: token, proof: { code: '123456' } }),
];

const identity: readonly Permission[] = [
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
  {
    route: 'PUT /identity/profile',
    statuses: [401, 200, 200, 200, 200],
    call: () => send('PUT', '/identity/profile', profile),
    forge: (scene) => send('PUT', '/identity/profile', { ...profile, ...asAuthor(scene) }),
  },
  {
    route: 'POST /identity/change-password',
    statuses: [401, 204, 204, 204, 204],
    call: () =>
      send('POST', '/identity/change-password', { currentPassword: '', newPassword: 'Analytical' }),
    forge: (scene) =>
      send('POST', '/identity/change-password', {
        currentPassword: '',
        newPassword: 'Analytical',
        ...asAuthor(scene),
      }),
  },
  {
    // The site under test sends no letters.
    route: 'POST /identity/change-email',
    statuses: [401, 409, 409, 409, 409],
    call: () => send('POST', '/identity/change-email', { email: 'new@example.org', password: '' }),
    forge: (scene) => send('POST', '/identity/change-email', { ...asAuthor(scene), password: '' }),
  },
  {
    route: 'POST /identity/confirm-email',
    statuses: [400, 400, 400, 400, null],
    call: () => send('POST', '/identity/confirm-email', { token }),
  },
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
  {
    route: 'POST /identity/verify-email',
    statuses: [400, 400, 400, 400, null],
    call: () => send('POST', '/identity/verify-email', { token }),
  },
  {
    // Google isn't set up either: the page it leads to says so.
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

/** Who may call what. A new endpoint needs its row here. */
export const permissions: readonly Permission[] = [
  ...reading,
  ...writing,
  ...commenting,
  ...account,
  ...identity,
  ...factors,
];
