import { queryOptions } from '@tanstack/react-query';
import { personalKey } from '../../../identity/web/viewer.ts';
import type { paths } from '../../../paths.ts';
import type { QueryOf } from '../../../platform/contract/page-query.ts';
import { call } from '../../../platform/web/api.ts';
import { acts } from '../contract/audit.ts';
import { type PeopleRequest, people } from '../contract/people.ts';
import { staffStanding } from '../contract/standing.ts';

/** The key prefix of every query of Manage: an action may change any of them. */
export const manageKey = [...personalKey, 'manage'] as const;

/** What the addresses of the lists ask for; the calls refuse what isn't one of theirs. */
export type PeopleAsked = QueryOf<typeof paths.managePeople.query>;
export type AuditFilter = QueryOf<typeof paths.manageLog.query>;

/** Whether the viewer lacks a second factor that Manage needs. */
export function staffStandingQuery() {
  return queryOptions({
    queryKey: [...manageKey, 'standing'],
    queryFn: async ({ client, signal }) => (await call(client, staffStanding, {}, { signal })).body,
    staleTime: 0,
  });
}

/** One page of those with an account. */
export function peopleListQuery(request: PeopleAsked) {
  return queryOptions({
    queryKey: [...manageKey, 'people', request],
    queryFn: async ({ client, signal }) =>
      (await call(client, people, { query: request as PeopleRequest }, { signal })).body,
    staleTime: 0,
  });
}

/** One page of the log. */
export function auditListQuery(request: AuditFilter) {
  return queryOptions({
    queryKey: [...manageKey, 'acts', request],
    queryFn: async ({ client, signal }) =>
      (await call(client, acts, { query: request }, { signal })).body,
    staleTime: 0,
  });
}
