import { queryOptions } from '@tanstack/react-query';
import { personalKey } from '../../../identity/web/viewer.ts';
import { call } from '../../../platform/web/api.ts';
import { backupState } from '../contract.ts';

export const backupQuery = queryOptions({
  queryKey: [...personalKey, 'manage', 'backups'],
  queryFn: async ({ client, signal }) => (await call(client, backupState, {}, { signal })).body,
  staleTime: 0,
});
