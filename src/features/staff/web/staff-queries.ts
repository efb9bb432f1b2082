import { queryOptions } from '@tanstack/react-query';
import { personalKey } from '../../../identity/web/viewer.ts';
import type { ActsRequest, PeopleRequest } from '../../../paths.ts';
import { call } from '../../../platform/web/api.ts';
import { acts } from '../act-contract.ts';
import { people } from '../people-contract.ts';

/** What every query of Manage begins its key with: an act may change any of it. */
export const manageKey = [...personalKey, 'manage'] as const;

/** One page of those with an account. */
export function peopleListQuery(request: PeopleRequest) {
  return queryOptions({
    queryKey: [...manageKey, 'people', request],
    queryFn: async ({ client, signal }) =>
      (await call(client, people, { query: request }, { signal })).body,
    staleTime: 0,
  });
}

/** One page of the log. */
export function actListQuery(request: ActsRequest) {
  return queryOptions({
    queryKey: [...manageKey, 'acts', request],
    queryFn: async ({ client, signal }) =>
      (await call(client, acts, { query: request }, { signal })).body,
    staleTime: 0,
  });
}
