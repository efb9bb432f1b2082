import { queryOptions } from '@tanstack/react-query';
import type { CallInput, Endpoint } from '../contract/define-endpoint.ts';
import { call } from './api.ts';

interface QuerySettings {
  /** Milliseconds for which a reply is fresh; five minutes by default. */
  readonly staleTime?: number;
  readonly retry?: boolean;
}

/** Query options for an endpoint; the query's data is the reply's body. */
export function endpointQuery<E extends Endpoint, const Key extends readonly unknown[]>(
  queryKey: Key,
  endpoint: E,
  input: CallInput<E>,
  settings: QuerySettings = {},
) {
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => (await call(client, endpoint, input, { signal })).body,
    ...settings,
  });
}
