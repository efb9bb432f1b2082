import { membersOnly, type Permission } from '../../identity/testing-access.ts';

export const permissions: readonly Permission[] = [membersOnly('/api/myBlogs/export')];
