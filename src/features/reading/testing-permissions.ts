import {
  forAll,
  membersOnly,
  open,
  own,
  type Permission,
  send,
} from '../../identity/testing-access.ts';

const place = { block: 1, hash: 1, share: 10, isFinished: false, known: '' };

export const permissions: readonly Permission[] = [
  open('/api/latestBlogs'),
  open('/api/featuredBlogs'),
  forAll('POST /api/reads', 204, { blogId: 'none', kind: 'opened' }),
  {
    route: 'GET /api/blog/:id/beside',
    statuses: [200, 200, 200, 200, null],
    call: ({ blogId }) => send('GET', `/api/blog/${blogId}/beside`),
  },
  membersOnly('/api/history'),
  own('DELETE /api/history', 204),
  {
    route: 'GET /api/history/:id',
    statuses: [401, 200, 200, 200, null],
    call: ({ blogId }) => send('GET', `/api/history/${blogId}`),
  },
  {
    route: 'PUT /api/history/:id',
    // The history belongs to `user`: a request with another member's session is refused.
    statuses: [401, 204, 409, 409, 409],
    staff: [409, 409],
    editor: 409,
    call: ({ blogId, user }) =>
      send('PUT', `/api/history/${blogId}`, { ...place, reader: user.person.id }),
    forge: ({ blogId, author }) =>
      send('PUT', `/api/history/${blogId}`, { ...place, reader: author.person.id }),
  },
  own('DELETE /api/history/:id', 204),
  membersOnly('/api/account/history'),
  own('PUT /api/account/history', 204, { isKept: false }),
];
