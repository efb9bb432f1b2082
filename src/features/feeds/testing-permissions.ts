import {
  forAll,
  get,
  membersOnly,
  open,
  own,
  type Permission,
  send,
} from '../../identity/testing-access.ts';

export const permissions: readonly Permission[] = [
  open('/robots.txt'),
  open('/.well-known/security.txt'),
  open('/sitemap.xml'),
  open('/feed.xml'),
  open('/atom.xml'),
  open('/feed.json'),
  open('/feed.css'),
  {
    route: 'GET /author/:id/feed.xml',
    statuses: [200, 200, 200, 200, null],
    call: ({ author }) => send('GET', `/author/${author.person.id}/feed.xml`),
  },
  {
    route: 'GET /tags/:tag/feed.xml',
    statuses: [404, 404, 404, 404, null],
    call: get('/tags/none/feed.xml'),
  },
  forAll('GET /feed/wishlist/:token', 404),
  membersOnly('/api/account/wishlistFeed'),
  own('POST /api/account/wishlistFeed', 201),
  own('DELETE /api/account/wishlistFeed', 204),
];
