import { personalKey } from '../../../identity/web/viewer.ts';
import { endpointQuery } from '../../../platform/web/endpoint-query.ts';
import { backupState } from '../contract.ts';

export const backupQuery = endpointQuery(
  [...personalKey, 'manage', 'backups'],
  backupState,
  {},
  { staleTime: 0 },
);
