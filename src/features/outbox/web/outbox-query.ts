import { queryOptions } from '@tanstack/react-query';
import { personalKey } from '../../../identity/web/viewer.ts';
import { call } from '../../../platform/web/api.ts';
import { outboxState } from '../contract.ts';

export const outboxQuery = queryOptions({
  queryKey: [...personalKey, 'manage', 'mail'],
  queryFn: async ({ client, signal }) => (await call(client, outboxState, {}, { signal })).body,
  staleTime: 0,
});
