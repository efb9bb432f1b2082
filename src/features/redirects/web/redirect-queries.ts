import { personalKey } from '../../../identity/web/viewer.ts';
import type { paths } from '../../../paths.ts';
import type { QueryOf } from '../../../platform/contract/page-query.ts';
import { endpointQuery } from '../../../platform/web/endpoint-query.ts';
import { missedAddresses, redirects } from '../contract.ts';

export type RedirectsAsked = QueryOf<typeof paths.manageAddresses.query>;

/** Key prefix of the queries for redirects and missed addresses. */
export const redirectsKey = [...personalKey, 'manage', 'redirects'] as const;

/** One page of the redirects. */
export function redirectsQuery({ search, cursor }: Pick<RedirectsAsked, 'search' | 'cursor'>) {
  return endpointQuery(
    [...redirectsKey, 'list', search, cursor],
    redirects,
    { query: { search, cursor } },
    { staleTime: 0 },
  );
}

export const missedQuery = endpointQuery(
  [...redirectsKey, 'missed'],
  missedAddresses,
  {},
  { staleTime: 0 },
);
