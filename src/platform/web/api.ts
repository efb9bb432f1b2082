import type { QueryClient } from '@tanstack/react-query';
import { type ApiReply, type Call, callApi, type Transport } from '../contract/call-api.ts';
import type { CallInput, Endpoint, ReplyOf } from '../contract/define-endpoint.ts';

const transports = new WeakMap<QueryClient, Transport>();

/** Names how the queries of this client travel: by network in a browser, in process on the server. */
export function connect(client: QueryClient, transport: Transport): void {
  transports.set(client, transport);
}

/** Calls an endpoint over the client's transport, for query and mutation functions. Throws the server's `Problem`. */
export function call<E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  input: CallInput<E>,
  options?: Call,
): Promise<ApiReply<ReplyOf<E>>> {
  const transport = transports.get(client);
  if (!transport) throw new Error('This query client has no transport: connect() it first.');
  return callApi(transport, endpoint, input, options);
}
