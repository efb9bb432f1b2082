import { membersOnly, type Permission, send } from '../../identity/testing-access.ts';

const form = (authorId: string): { path: string; init: RequestInit } => ({
  path: '/api/followForm?from=/',
  init: { method: 'POST', body: new URLSearchParams({ authorId, act: 'follow' }) },
});

export const permissions: readonly Permission[] = [
  membersOnly('/api/followed'),
  membersOnly('/api/followed/authors'),
  membersOnly('/api/followed/blogs'),
  {
    route: 'PUT /api/followed/:id',
    // The author can't follow themselves.
    statuses: [401, 204, 409, 204, 204],
    call: ({ author }) => send('PUT', `/api/followed/${author.person.id}`),
    forge: ({ author, commenter }) =>
      send('PUT', `/api/followed/${author.person.id}`, { personId: commenter.person.id }),
  },
  {
    route: 'DELETE /api/followed/:id',
    statuses: [401, 204, 204, 204, 204],
    call: ({ author }) => send('DELETE', `/api/followed/${author.person.id}`),
    forge: ({ author, commenter }) =>
      send('DELETE', `/api/followed/${author.person.id}`, { personId: commenter.person.id }),
  },
  {
    route: 'POST /api/followForm',
    statuses: [303, 303, 303, 303, null],
    call: ({ author }) => form(author.person.id),
  },
];
