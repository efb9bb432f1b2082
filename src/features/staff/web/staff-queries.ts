import { standingKey } from '../../../identity/web/standing-key.ts';
import { personalKey } from '../../../identity/web/viewer.ts';
import type { paths } from '../../../paths.ts';
import type { QueryOf } from '../../../platform/contract/page-query.ts';
import { endpointQuery } from '../../../platform/web/endpoint-query.ts';
import { acts } from '../contract/audit.ts';
import { type PeopleRequest, people } from '../contract/people.ts';
import { staffStanding } from '../contract/standing.ts';

/** The key prefix of every query of Manage: an action may change any of them. */
export const manageKey = [...personalKey, 'manage'] as const;

/** Queries of the lists' addresses; the endpoints refuse invalid values. */
export type PeopleAsked = QueryOf<typeof paths.managePeople.query>;
export type AuditFilter = QueryOf<typeof paths.manageLog.query>;

/** Whether the viewer lacks a second factor that Manage needs, and what waits there. */
export function staffStandingQuery() {
  return endpointQuery(standingKey, staffStanding, {}, { staleTime: 0 });
}

/** One page of people with an account. */
export function peopleListQuery(request: PeopleAsked) {
  return endpointQuery(
    [...manageKey, 'people', request],
    people,
    { query: request as PeopleRequest },
    { staleTime: 0 },
  );
}

/** One page of the audit log. */
export function auditListQuery(request: AuditFilter) {
  return endpointQuery([...manageKey, 'acts', request], acts, { query: request }, { staleTime: 0 });
}
