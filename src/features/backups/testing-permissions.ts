import { ownersOnly, type Permission } from '../../identity/testing-access.ts';

export const permissions: readonly Permission[] = [ownersOnly('GET /api/manage/backups', 200)];
