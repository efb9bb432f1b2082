import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { Person } from '../person.ts';

/** What every query about the viewer's own things begins its key with; all of it goes when the viewer changes. */
export const personalKey = ['personal'] as const;

/** Who looks at the page: a person, or null when signed out. The server writes it into every page. */
export function viewerQuery() {
  return queryOptions<Person | null>({
    queryKey: ['viewer'],
    queryFn: async () => null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

export function viewerIn(client: QueryClient): Person | null {
  return client.getQueryData(viewerQuery().queryKey) ?? null;
}

/** Shows the site as this person sees it, and forgets what another one saw. */
export function becomeViewer(client: QueryClient, person: Person | null): void {
  const isAnother = viewerIn(client)?.id !== person?.id;
  client.setQueryData(viewerQuery().queryKey, person);
  if (isAnother) client.removeQueries({ queryKey: personalKey });
}

/** Has a page ask for nothing of a person's own while nobody is signed in: not even in the moment of logging out. */
export function askOnlyForMembers(client: QueryClient): void {
  client.setQueryDefaults(personalKey, { enabled: () => viewerIn(client) !== null });
}

export type Viewer =
  | { readonly status: 'loading' }
  | { readonly status: 'signed-out' }
  | { readonly status: 'signed-in'; readonly person: Person };

export function useViewer(): Viewer {
  const { data } = useQuery(viewerQuery());
  if (data === undefined) return { status: 'loading' };
  return data === null ? { status: 'signed-out' } : { status: 'signed-in', person: data };
}
