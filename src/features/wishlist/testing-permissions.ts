import { get, membersOnly, type Permission, send } from '../../identity/testing-access.ts';

export const permissions: readonly Permission[] = [
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
  {
    // Visitors are redirected to Sign In, members back to the page.
    route: 'POST /api/wishForm',
    statuses: [303, 303, 303, 303, null],
    call: ({ blogId }) => ({
      path: '/api/wishForm',
      init: { method: 'POST', body: new URLSearchParams({ blogId, act: 'add' }) },
    }),
  },
];
