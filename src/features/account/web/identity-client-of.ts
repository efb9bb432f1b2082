import type { QueryClient } from '@tanstack/react-query';
import type { IdentityClient } from '../../../identity/web/identity-client.ts';
import { createEmbeddedClient } from './embedded-client.ts';

/** The provider of this site; another one is put here. */
const createClient: (queries: QueryClient) => IdentityClient = createEmbeddedClient;

const clients = new WeakMap<QueryClient, IdentityClient>();

/** The identity client that belongs to a query client; there is one in each tab. */
export function identityClientOf(queries: QueryClient): IdentityClient {
  const client = clients.get(queries) ?? createClient(queries);
  clients.set(queries, client);
  return client;
}
