import { membersOnly, open, type Permission } from '../../identity/testing-access.ts';

export const permissions: readonly Permission[] = [
  open('/api/allBlogs'),
  membersOnly('/api/search'),
];
