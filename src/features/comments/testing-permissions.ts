import { asAuthor, membersOnly, type Permission, send } from '../../identity/testing-access.ts';

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
