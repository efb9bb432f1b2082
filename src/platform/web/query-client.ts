import { QueryClient } from '@tanstack/react-query';
import type { ApiCaller } from '../contract/call-api.ts';
import { Problem } from '../contract/problems.ts';
import { connect } from './api.ts';

/** List data is fresh for five minutes (specification, section 7). */
const staleTimeMs = 5 * 60_000;
const retries = 3;
const firstRetryMs = 1_000;
const longestRetryMs = 30_000;

/** An answer that asking again would not change. */
function isFinal(error: Error): boolean {
  return error instanceof Problem && error.status < 500 && error.status !== 429;
}

interface QueryClientOptions {
  /** A server answers at once; it is the browser that tries again. */
  readonly isServer: boolean;
}

/** The cache of what the API answered. On the server one is made for each request, so that nothing is shared. */
export function createQueryClient(
  caller: ApiCaller,
  { isServer }: QueryClientOptions,
): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleTimeMs,
        refetchOnWindowFocus: false,
        retry: (failures, error) => !isServer && failures < retries && !isFinal(error),
        retryDelay: (attempt) => Math.min(firstRetryMs * 2 ** attempt, longestRetryMs),
      },
      // Without a connection a change fails at once, and says so; it isn't kept waiting without a word.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  connect(client, caller);
  return client;
}
