import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { HydrationState } from 'react-router';
import { isPersonal } from '../../identity/web/viewer.ts';
import type { SiteSettings } from '../../platform/web/site-settings.ts';

/** What the API answered to a query: its key and its data. */
type Answered = readonly [QueryKey, unknown];

/** What the server writes into a page for the browser to carry on with. */
export interface PageState {
  readonly settings: SiteSettings;
  readonly router: Pick<HydrationState, 'loaderData' | 'errors'>;
  readonly queries: readonly Answered[];
  /** The viewer, and what is theirs. */
  readonly personal: readonly Answered[];
}

/** The id of the element that holds it. */
export const pageStateId = 'state';

/** What a client's queries brought. */
export function answeredOf(client: QueryClient): Pick<PageState, 'queries' | 'personal'> {
  const answered = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }): Answered => [queryKey, state.data]);
  return {
    queries: answered.filter(([key]) => !isPersonal(key)),
    personal: answered.filter(([key]) => isPersonal(key)),
  };
}

/** Hands a client what the page came with, which is as fresh as the page. */
export function carryOn(client: QueryClient, { queries, personal }: PageState): void {
  for (const [key, data] of [...queries, ...personal]) client.setQueryData(key, data);
}
