import {
  asAuthor,
  get,
  membersOnly,
  open,
  own,
  type Permission,
  send,
} from './testing-permission.ts';

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

/** One grey dot. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWPo6OgAAAM0AZmUse0HAAAAAElFTkSuQmCC',
  'base64',
);
const sendDot = () => ({
  path: '/api/pictures',
  init: { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: dot },
});
const tomorrow = (revision: string) => ({
  publishAt: new Date(Date.now() + 24 * 60 * 60_000).toISOString(),
  revision,
});

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
  {
    route: 'GET /api/blog/:id/beside',
    statuses: [200, 200, 200, 200, null],
    call: ({ blogId }) => send('GET', `/api/blog/${blogId}/beside`),
  },
  {
    route: 'GET /api/author/:id',
    statuses: [200, 200, 200, 200, null],
    call: ({ author }) => send('GET', `/api/author/${author.person.id}`),
  },
  {
    route: 'GET /api/author/:id/blogs',
    statuses: [200, 200, 200, 200, null],
    call: ({ author }) => send('GET', `/api/author/${author.person.id}/blogs`),
  },
];

const writing: readonly Permission[] = [
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
    // What another deleted looks as if it weren't there.
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
  { route: 'POST /api/pictures', statuses: [401, 201, 201, 201, null], call: sendDot },
  membersOnly('/api/myBlogs/export'),
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
    // Knowing the revision of somebody else's draft is no use.
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
    // Nobody's draft here is whole enough to be published.
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

/** Reading, writing, commenting and wishing. */
export const blogPermissions: readonly Permission[] = [...reading, ...writing, ...commenting];
