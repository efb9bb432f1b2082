import type { Permission } from './testing-permission.ts';

/** What those do who keep the site in order. */
export const managePermissions: readonly Permission[] = [];
