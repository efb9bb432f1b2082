import {
  asAuthor,
  type Permission,
  type Scene,
  send,
  staffOnly,
} from '../../identity/testing-access.ts';

/** An act of staff on the blog or the people of the scene. */
function act(
  path: string,
  status: number,
  bodyOf: (scene: Scene) => object,
  staff: readonly [number, number] = [status, status],
): Permission {
  return {
    route: `POST ${path}`,
    statuses: [401, 404, 404, 404, 404],
    staff,
    call: (scene) => send('POST', path, bodyOf(scene)),
    forge: (scene) => send('POST', path, { ...bodyOf(scene), ...asAuthor(scene) }),
  };
}

export const permissions: readonly Permission[] = [
  {
    route: 'POST /api/report',
    statuses: [401, 204, 409, 204, 204],
    call: ({ blogId }) => send('POST', '/api/report', { kind: 'blog', id: blogId, reason: 'spam' }),
    forge: (scene) =>
      send('POST', '/api/report', {
        ...asAuthor(scene),
        kind: 'blog',
        id: scene.blogId,
        reason: 'spam',
      }),
  },
  staffOnly('GET /api/manage/reports', 200),
  staffOnly('GET /api/manage/blogs', 200),
  staffOnly('GET /api/manage/comments', 200),
  staffOnly('GET /api/manage/blogs/:id/text', 200, {
    path: ({ blogId }) => `/api/manage/blogs/${blogId}/text`,
  }),
  act('/api/manage/move', 204, ({ commentId }) => ({
    kind: 'comment',
    id: commentId,
    from: 'shown',
    to: 'hidden',
  })),
  act('/api/manage/mark', 204, ({ blogId }) => ({ id: blogId, mark: 'locked', isSet: true })),
  // The blog has no reports.
  act('/api/manage/settle', 409, ({ blogId }) => ({ kind: 'blog', id: blogId })),
  act('/api/manage/hide-all', 200, ({ commenter }) => ({ personId: commenter.person.id })),
  act('/api/manage/show-all', 409, () => ({ batch: 'none' })),
];
