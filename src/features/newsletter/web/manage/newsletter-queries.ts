import { queryOptions } from '@tanstack/react-query';
import { personalKey } from '../../../../identity/web/viewer.ts';
import { call } from '../../../../platform/web/api.ts';
import { newsletterOverview, subscriberList } from '../../contract/manage.ts';

export const newsletterKey = [...personalKey, 'newsletter'] as const;
export const subscribersKey = [...personalKey, 'subscribers'] as const;

/** Milliseconds between two polls while a newsletter is being sent. */
const lookMs = 2_000;

/** The newsletter as its owner sees it; polled while one is being sent. */
export function newsletterQuery() {
  return queryOptions({
    queryKey: newsletterKey,
    queryFn: async ({ client, signal }) =>
      (await call(client, newsletterOverview, {}, { signal })).body,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.issues.some((issue) => issue.state === 'sending') ? lookMs : false,
  });
}

export interface SubscribersAsked {
  /** Empty, or a name of the API. */
  readonly list: string;
  readonly search: string;
  readonly cursor: string;
}

/** One page of current, unconfirmed or former subscribers. */
export function subscribersQuery(query: SubscribersAsked) {
  return queryOptions({
    queryKey: [...subscribersKey, query],
    queryFn: async ({ client, signal }) =>
      (await call(client, subscriberList, { query }, { signal })).body,
    staleTime: 0,
  });
}
