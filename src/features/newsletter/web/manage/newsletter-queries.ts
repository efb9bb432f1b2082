import { queryOptions } from '@tanstack/react-query';
import { personalKey } from '../../../../identity/web/viewer.ts';
import { call } from '../../../../platform/web/api.ts';
import { newsletterOverview, subscriberList } from '../../contract/manage.ts';

export const newsletterKey = [...personalKey, 'newsletter'] as const;
export const subscribersKey = [...personalKey, 'subscribers'] as const;

/** Milliseconds between two looks at how far a newsletter has come. */
const lookMs = 2_000;

/** The newsletter as its owner sees it; looked at again while one is being sent. */
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
  /** Empty, or as the API names it. */
  readonly list: string;
  readonly search: string;
  readonly cursor: string;
}

/** One page of who gets it, will or did. */
export function subscribersQuery(query: SubscribersAsked) {
  return queryOptions({
    queryKey: [...subscribersKey, query],
    queryFn: async ({ client, signal }) =>
      (await call(client, subscriberList, { query }, { signal })).body,
    staleTime: 0,
  });
}
