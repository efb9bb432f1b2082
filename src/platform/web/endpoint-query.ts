import { queryOptions } from '@tanstack/react-query';
import type { CallInput, Endpoint } from '../contract/define-endpoint.ts';
import { call } from './api.ts';

interface QuerySettings {
  /** Milliseconds for which an answer is fresh; five minutes by default. */
  readonly staleTime?: number;
  readonly retry?: boolean;
}

/** The query that asks an endpoint; its data is the body of the reply. */
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
