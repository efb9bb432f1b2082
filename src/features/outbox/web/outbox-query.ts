import { personalKey } from '../../../identity/web/viewer.ts';
import { endpointQuery } from '../../../platform/web/endpoint-query.ts';
import { outboxState } from '../contract.ts';

export const outboxQuery = endpointQuery(
  [...personalKey, 'manage', 'mail'],
  outboxState,
  {},
  { staleTime: 0 },
);
