import type { QueryClient } from '@tanstack/react-query';
import type { ApiCaller, ApiReply, Call } from '../contract/call-api.ts';
import type { CallInput, Endpoint, ReplyOf } from '../contract/define-endpoint.ts';
import { Problem } from '../contract/problems.ts';

const callers = new WeakMap<QueryClient, ApiCaller>();
const refusalListeners = new WeakMap<QueryClient, () => void>();
/** Clients that were refused while nobody listened. */
const missedRefusals = new WeakSet<QueryClient>();

/** Names how the queries of this client travel: by network in a browser, in process on the server. */
export function connect(client: QueryClient, caller: ApiCaller): void {
  callers.set(client, caller);
}

/**
 * Calls the listener when a members' endpoint answers 401 or 403, before the caller gets the problem; at once where one
 * did before anybody listened. Returns how to stop. There is one listener per client; a later one takes the place of the
 * earlier.
 */
export function onRefusal(client: QueryClient, listener: () => void): () => void {
  refusalListeners.set(client, listener);
  if (missedRefusals.delete(client)) listener();
  return () => {
    if (refusalListeners.get(client) === listener) refusalListeners.delete(client);
  };
}

function tellRefusal(client: QueryClient): void {
  const listener = refusalListeners.get(client);
  if (listener) listener();
  else missedRefusals.add(client);
}

function isRefusal(endpoint: Endpoint, error: unknown): boolean {
  const isAuthenticated = endpoint.access !== 'public';
  return isAuthenticated && error instanceof Problem && [401, 403].includes(error.status);
}

/** Calls an endpoint in the client's way, for query and mutation functions. Throws the server's `Problem`. */
export async function call<E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  input: CallInput<E>,
  options?: Call,
): Promise<ApiReply<ReplyOf<E>>> {
  const caller = callers.get(client);
  if (!caller) throw new Error('This query client calls nobody: connect() it first.');
  return callBy(client, caller, endpoint, input, options);
}

/** As `call`, in a way of its own. */
export async function callBy<E extends Endpoint>(
  client: QueryClient,
  caller: ApiCaller,
  endpoint: E,
  input: CallInput<E>,
  options?: Call,
): Promise<ApiReply<ReplyOf<E>>> {
  try {
    return await caller(endpoint, input, options);
  } catch (error) {
    if (isRefusal(endpoint, error)) tellRefusal(client);
    throw error;
  }
}
