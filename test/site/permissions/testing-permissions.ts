import { accountPermissions } from './testing-account-permissions.ts';
import { blogPermissions } from './testing-blog-permissions.ts';
import { lettersPermissions } from './testing-letters-permissions.ts';
import { managePermissions } from './testing-manage-permissions.ts';
import { moderationPermissions } from './testing-moderation-permissions.ts';
import type { Permission } from './testing-permission.ts';
import { settingsPermissions } from './testing-settings-permissions.ts';

/** Who may call what. A new endpoint needs its row here, in one of these. */
export const permissions: readonly Permission[] = [
  ...blogPermissions,
  ...accountPermissions,
  ...managePermissions,
  ...moderationPermissions,
  ...settingsPermissions,
  ...lettersPermissions,
];
