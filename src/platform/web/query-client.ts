import { QueryClient } from '@tanstack/react-query';
import type { ApiCaller } from '../contract/call-api.ts';
import { Problem } from '../contract/problems.ts';
import { connect } from './api.ts';

/** List data is fresh for five minutes (specification, section 7). */
const staleTimeMs = 5 * 60_000;
const retries = 3;
const firstRetryMs = 1_000;
const longestRetryMs = 30_000;

/** An error that a retry would not change. */
function isFinal(error: Error): boolean {
  return error instanceof Problem && error.status < 500 && error.status !== 429;
}

interface QueryClientOptions {
  /** The server doesn't retry; the browser does. */
  readonly isServer: boolean;
}

/** The cache of API replies. The server creates one per request, so that nothing is shared between requests. */
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
      // Without a connection a change fails at once with an error, instead of being paused silently.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  connect(client, caller);
  return client;
}
