import {
  asAuthor,
  editorsOnly,
  get,
  membersOnly,
  own,
  type Permission,
  send,
} from '../../identity/testing-access.ts';

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

const tomorrow = (revision: string) => ({
  publishAt: new Date(Date.now() + 24 * 60 * 60_000).toISOString(),
  revision,
});

export const permissions: readonly Permission[] = [
  own('POST /api/addBlog', 201, text),
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
    // A blog deleted by another member isn't found.
    route: 'POST /api/blog/:id/restore',
    statuses: [401, 404, 204, 404, 404],
    async call({ author, blogId }) {
      await author.request(`/api/blog/${blogId}?title=Engines`, { method: 'DELETE' });
      return send('POST', `/api/blog/${blogId}/restore`);
    },
    async forge(scene) {
      await scene.author.request(`/api/blog/${scene.blogId}?title=Engines`, { method: 'DELETE' });
      return send('POST', `/api/blog/${scene.blogId}/restore`, asAuthor(scene));
    },
  },
  {
    route: 'POST /api/blog/:id/draft',
    statuses: [401, 403, 204, 403, 403],
    call: ({ blogId }) => send('POST', `/api/blog/${blogId}/draft`),
    forge: (scene) => send('POST', `/api/blog/${scene.blogId}/draft`, asAuthor(scene)),
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
  membersOnly('/api/myBlogs'),
  membersOnly('/api/myDeletedBlogs'),
  membersOnly('/api/drafts'),
  membersOnly('/api/lastDraft'),
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
    // The revision of another member's draft isn't accepted.
    forge: (scene) =>
      send('PUT', '/api/drafts/new', { ...draft, ...asAuthor(scene), revision: 'r' }),
  },
  {
    route: 'GET /api/drafts/:key/states',
    statuses: [401, 200, 200, 200, null],
    call: get('/api/drafts/new/states'),
  },
  {
    route: 'GET /api/drafts/:key/states/:id',
    statuses: [401, 404, 404, 404, null],
    call: ({ blogId }) => send('GET', `/api/drafts/new/states/${blogId}`),
  },
  {
    route: 'POST /api/drafts/:key/preview',
    statuses: [401, 404, 201, 201, 404],
    call: () => send('POST', '/api/drafts/new/preview', {}),
    forge: (scene) => send('POST', '/api/drafts/new/preview', asAuthor(scene)),
  },
  {
    route: 'DELETE /api/drafts/:key/preview',
    statuses: [401, 404, 204, 204, 404],
    call: () => send('DELETE', '/api/drafts/new/preview'),
    forge: (scene) => send('DELETE', '/api/drafts/new/preview', asAuthor(scene)),
  },
  {
    route: 'GET /api/preview/:token',
    statuses: [404, 404, 404, 404, null],
    call: get('/api/preview/nothing'),
  },
  {
    // No draft of the scene is complete enough to be published.
    route: 'PUT /api/drafts/:key/schedule',
    statuses: [401, 404, 400, 400, 404],
    call: () => send('PUT', '/api/drafts/new/schedule', tomorrow('r')),
    forge: (scene) =>
      send('PUT', '/api/drafts/new/schedule', { ...tomorrow('r'), ...asAuthor(scene) }),
  },
  {
    route: 'DELETE /api/drafts/:key/schedule',
    statuses: [401, 404, 204, 204, 404],
    call: () => send('DELETE', '/api/drafts/new/schedule'),
    forge: (scene) => send('DELETE', '/api/drafts/new/schedule', asAuthor(scene)),
  },
  {
    route: 'GET /api/drafts/:key',
    statuses: [401, 404, 200, 200, null],
    call: get('/api/drafts/new'),
  },
  membersOnly('/api/editable'),
  editorsOnly('GET /api/edit/:id', 200),
  editorsOnly('PUT /api/edit/:id', 200, { body: text }),
  editorsOnly('POST /api/edit/:id/draft', 204),
  // The blog is published.
  editorsOnly('POST /api/edit/:id/publish', 404),
  editorsOnly('PUT /api/edit/:id/schedule', 404, { body: { publishAt: tomorrow('').publishAt } }),
  editorsOnly('DELETE /api/edit/:id/schedule', 404),
  editorsOnly('GET /api/edit/:id/revisions', 200),
  editorsOnly('GET /api/edit/:id/revisions/:version', 200),
  membersOnly('/api/myHeldTexts'),
  {
    route: 'GET /api/myHeldTexts/:id',
    statuses: [401, 404, 404, 404, null],
    call: ({ blogId }) => send('GET', `/api/myHeldTexts/${blogId}`),
  },
];
