import {
  asAuthor,
  membersOnly,
  type Permission,
  type Scene,
  send,
} from '../../identity/testing-access.ts';

/** Posts a comment of the commenter, which can still be edited; returns its path. */
async function freshComment({ commenter, blogId }: Scene): Promise<string> {
  const { path, init } = send('POST', '/api/addcomment', { blogId, comment: 'Just said.' });
  const reply = await commenter.request(path, init);
  return `/api/comments/${((await reply.json()) as { _id: string })._id}`;
}

export const permissions: readonly Permission[] = [
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
    route: 'GET /api/comments/:id',
    statuses: [401, 200, 200, 200, null],
    call: ({ commentId }) => send('GET', `/api/comments/${commentId}`),
  },
  {
    route: 'PATCH /api/comments/:id',
    statuses: [401, 403, 403, 200, 403],
    call: async (scene) => send('PATCH', await freshComment(scene), { comment: 'Changed.' }),
    forge: async (scene) =>
      send('PATCH', await freshComment(scene), { comment: 'Changed.', ...asAuthor(scene) }),
  },
  {
    route: 'POST /api/comments/:id/hide',
    statuses: [401, 403, 204, 403, 403],
    call: ({ commentId }) => send('POST', `/api/comments/${commentId}/hide`),
    forge: (scene) => send('POST', `/api/comments/${scene.commentId}/hide`, asAuthor(scene)),
  },
  {
    route: 'POST /api/comments/:id/show',
    statuses: [401, 404, 204, 404, 404],
    async call({ author, commentId }) {
      await author.request(`/api/comments/${commentId}/hide`, { method: 'POST' });
      return send('POST', `/api/comments/${commentId}/show`);
    },
    async forge(scene) {
      const { author, commentId } = scene;
      await author.request(`/api/comments/${commentId}/hide`, { method: 'POST' });
      return send('POST', `/api/comments/${commentId}/show`, asAuthor(scene));
    },
  },
  {
    route: 'GET /api/blog/:id/hiddenComments',
    statuses: [401, 403, 200, 403, null],
    call: ({ blogId }) => send('GET', `/api/blog/${blogId}/hiddenComments`),
  },
  {
    route: 'PUT /api/blog/:id/commenting',
    statuses: [401, 403, 204, 403, 403],
    call: ({ blogId }) => send('PUT', `/api/blog/${blogId}/commenting`, { isOpen: false }),
    forge: (scene) =>
      send('PUT', `/api/blog/${scene.blogId}/commenting`, { isOpen: false, ...asAuthor(scene) }),
  },
  {
    route: 'DELETE /api/comments/:id',
    statuses: [401, 403, 403, 204, 403],
    call: ({ commentId }) => send('DELETE', `/api/comments/${commentId}`),
    forge: (scene) => send('DELETE', `/api/comments/${scene.commentId}`, asAuthor(scene)),
  },
  {
    route: 'POST /api/comments/:id/restore',
    statuses: [401, 404, 404, 204, 404],
    async call({ commenter, commentId }) {
      await commenter.request(`/api/comments/${commentId}`, { method: 'DELETE' });
      return send('POST', `/api/comments/${commentId}/restore`);
    },
    async forge(scene) {
      await scene.commenter.request(`/api/comments/${scene.commentId}`, { method: 'DELETE' });
      return send('POST', `/api/comments/${scene.commentId}/restore`, asAuthor(scene));
    },
  },
  membersOnly('/api/myHeldComments'),
];
