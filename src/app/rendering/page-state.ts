import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { HydrationState } from 'react-router';
import { isPersonal } from '../../identity/web/viewer.ts';
import type { SiteSettings } from '../../platform/web/site-settings.ts';

/** A query's key and data. */
type Answered = readonly [QueryKey, unknown];

/** State that the server writes into a page for hydration. */
export interface PageState {
  readonly settings: SiteSettings;
  readonly router: Pick<HydrationState, 'loaderData' | 'errors'>;
  readonly queries: readonly Answered[];
  /** The viewer and their personal data. */
  readonly personal: readonly Answered[];
}

export const pageStateId = 'state';

/** The results of a client's queries. */
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

/** Seeds a client with the page's data, which is as fresh as the page. */
export function seedQueryClient(client: QueryClient, { queries, personal }: PageState): void {
  for (const [key, data] of [...queries, ...personal]) client.setQueryData(key, data);
}
