import { open, type Permission } from '../../identity/testing-access.ts';

export const permissions: readonly Permission[] = [
  open('/robots.txt'),
  open('/.well-known/security.txt'),
  open('/sitemap.xml'),
  open('/feed.xml'),
];
