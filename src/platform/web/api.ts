import type { QueryClient } from '@tanstack/react-query';
import type { ApiCaller, ApiReply, Call } from '../contract/call-api.ts';
import type { CallInput, Endpoint, ReplyOf } from '../contract/define-endpoint.ts';
import { Problem } from '../contract/problems.ts';

const callers = new WeakMap<QueryClient, ApiCaller>();
const refusalListeners = new WeakMap<QueryClient, () => void>();
/** Clients that were refused before a listener was registered. */
const missedRefusals = new WeakSet<QueryClient>();

/** Sets the caller of this client's queries: over the network in a browser, in process on the server. */
export function connect(client: QueryClient, caller: ApiCaller): void {
  callers.set(client, caller);
}

/**
 * Calls the listener when a members' endpoint answers 401 or 403, before the caller gets the problem; immediately if
 * that has happened before the registration. Returns a function that removes the listener. A client has one listener; a
 * later one replaces it.
 */
export function onRefusal(client: QueryClient, listener: () => void): () => void {
  refusalListeners.set(client, listener);
  if (missedRefusals.delete(client)) listener();
  return () => {
    if (refusalListeners.get(client) === listener) refusalListeners.delete(client);
  };
}

function reportRefusal(client: QueryClient): void {
  const listener = refusalListeners.get(client);
  if (listener) listener();
  else missedRefusals.add(client);
}

function isRefusal(endpoint: Endpoint, error: unknown): boolean {
  const isAuthenticated = endpoint.access !== 'public';
  return isAuthenticated && error instanceof Problem && [401, 403].includes(error.status);
}

/** Calls an endpoint with the client's caller, for query and mutation functions. Throws the server's `Problem`. */
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

/** Like `call`, with another caller. */
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
    if (isRefusal(endpoint, error)) reportRefusal(client);
    throw error;
  }
}
