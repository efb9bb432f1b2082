import { type QueryClient, type QueryKey, queryOptions, useQuery } from '@tanstack/react-query';
import { opened, type Personal, personal, reader } from '../../platform/web/personal/personal.ts';
import type { Person } from '../person.ts';
import { forgetEndedSession } from './origin.ts';

/** What every query about the viewer's own things begins its key with; all of it goes when the viewer changes. */
export const personalKey = ['personal'] as const;
/** What every query begins its key with that all who may read whole blogs are answered the same; it goes as well. */
export const readersKey = ['readers'] as const;

/** Who looks at the page: a person, or null when signed out. The server writes it into every page. */
export function viewerQuery() {
  return queryOptions<Personal<Person> | null>({
    queryKey: ['viewer'],
    queryFn: async () => null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** Whether a query's reply is personal, or says who the viewer is. */
export function isPersonal(queryKey: QueryKey): boolean {
  return queryKey[0] === personalKey[0] || queryKey[0] === viewerQuery().queryKey[0];
}

/** Whether the visitor is signed in. */
export function hasViewer(client: QueryClient): boolean {
  return (client.getQueryData(viewerQuery().queryKey) ?? null) !== null;
}

/** Who is signed in; for what happens after the page has come to life. */
export function viewerIn(client: QueryClient): Person | null {
  const viewer = client.getQueryData(viewerQuery().queryKey) ?? null;
  return viewer && opened(viewer);
}

/** Shows the site as this person sees it, and forgets what another one saw. */
export function becomeViewer(client: QueryClient, person: Person | null): void {
  if (person) forgetEndedSession();
  const isAnother = viewerIn(client)?.id !== person?.id;
  client.setQueryData(viewerQuery().queryKey, person && personal(person));
  if (!isAnother) return;
  for (const queryKey of [personalKey, readersKey]) client.removeQueries({ queryKey });
}

/**
 * Has a page ask for nothing of members while nobody is signed in, not even in the moment of logging out; nor for what
 * readers are answered, unless everybody may read.
 */
export function askOnlyForMembers(client: QueryClient, reading: 'members' | 'public'): void {
  const ofReaders = reading === 'members' ? [readersKey] : [];
  for (const queryKey of [personalKey, ...ofReaders]) {
    client.setQueryDefaults(queryKey, { enabled: () => hasViewer(client) });
  }
}

export type Viewer =
  | { readonly status: 'loading' }
  | { readonly status: 'signed-out' }
  | { readonly status: 'signed-in'; readonly person: Personal<Person> };

export function useViewer(): Viewer {
  const { data } = useQuery(viewerQuery());
  if (data === undefined) return { status: 'loading' };
  return data === null ? { status: 'signed-out' } : { status: 'signed-in', person: data };
}

/** The viewer's id, as a key or a name within a page. */
export const idOf = reader('person-id', ({ id }: Person) => id);
