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
  /** Items of `repeated` stand in lists as `Repeated`. */
  readonly queries: readonly Answered[];
  readonly repeated: readonly unknown[];
  /** The viewer and their personal data. */
  readonly personal: readonly Answered[];
}

export const pageStateId = 'state';

/** An item of a list that several queries returned, by its index in `PageState.repeated`. */
interface Repeated {
  readonly repeated: number;
}

function isRepeated(item: unknown): item is Repeated {
  return typeof item === 'object' && item !== null && 'repeated' in item;
}

/** The lists in the results, one level deep: a page's lists of blogs are results themselves. */
function mapItems(queries: readonly Answered[], map: (item: unknown) => unknown): Answered[] {
  return queries.map(([key, data]) => [key, Array.isArray(data) ? data.map(map) : data]);
}

/** Moves the items that several lists have, such as a featured blog among the latest, to `repeated`. */
function packed(queries: readonly Answered[]): Pick<PageState, 'queries' | 'repeated'> {
  const items = queries.flatMap(([, data]) => (Array.isArray(data) ? data : []));
  const texts = new Map(items.map((item) => [item, JSON.stringify(item)]));
  const counts = new Map<string | undefined, number>();
  for (const item of items) {
    const text = texts.get(item);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const places = new Map<string | undefined, number>();
  const repeated: unknown[] = [];
  const replaced = mapItems(queries, (item) => {
    const text = texts.get(item);
    if (typeof item !== 'object' || item === null || counts.get(text) === 1) return item;
    const place = places.get(text) ?? repeated.push(item) - 1;
    places.set(text, place);
    return { repeated: place } satisfies Repeated;
  });
  return { queries: replaced, repeated };
}

/** The results of a client's queries. */
export function answeredOf(
  client: QueryClient,
): Pick<PageState, 'queries' | 'repeated' | 'personal'> {
  const answered = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }): Answered => [queryKey, state.data]);
  return {
    ...packed(answered.filter(([key]) => !isPersonal(key))),
    personal: answered.filter(([key]) => isPersonal(key)),
  };
}

/** Seeds a client with the page's data, which is as fresh as the page. */
export function seedQueryClient(
  client: QueryClient,
  { queries, repeated, personal }: PageState,
): void {
  const whole = mapItems(queries, (item) => (isRepeated(item) ? repeated[item.repeated] : item));
  for (const [key, data] of [...whole, ...personal]) client.setQueryData(key, data);
}
