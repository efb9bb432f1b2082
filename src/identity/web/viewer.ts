import { type QueryClient, type QueryKey, queryOptions, useQuery } from '@tanstack/react-query';
import { opened, type Personal, personal, reader } from '../../platform/web/personal/personal.ts';
import type { Person } from '../person.ts';
import { forgetEndedSession } from './origin.ts';

/** Key prefix of queries for the viewer's own data; dropped when the viewer changes. */
export const personalKey = ['personal'] as const;
/** Key prefix of queries with the same reply for all who may read whole blogs; dropped as well. */
export const readersKey = ['readers'] as const;

/** The current viewer, or null when signed out. The server dehydrates it into every page. */
export function viewerQuery() {
  return queryOptions<Personal<Person> | null>({
    queryKey: ['viewer'],
    queryFn: async () => null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** Whether a query's data is personal, or identifies the viewer. */
export function isPersonal(queryKey: QueryKey): boolean {
  return queryKey[0] === personalKey[0] || queryKey[0] === viewerQuery().queryKey[0];
}

/** Whether the visitor is signed in. */
export function hasViewer(client: QueryClient): boolean {
  return (client.getQueryData(viewerQuery().queryKey) ?? null) !== null;
}

/** The signed-in person; for code that runs after hydration. */
export function viewerIn(client: QueryClient): Person | null {
  const viewer = client.getQueryData(viewerQuery().queryKey) ?? null;
  return viewer && opened(viewer);
}

/** Switches the viewer, and drops the former viewer's data from the query cache. */
export function becomeViewer(client: QueryClient, person: Person | null): void {
  if (person) forgetEndedSession();
  const isAnother = viewerIn(client)?.id !== person?.id;
  client.setQueryData(viewerQuery().queryKey, person && personal(person));
  if (!isAnother) return;
  for (const queryKey of [personalKey, readersKey]) client.removeQueries({ queryKey });
}

/** Disables members' queries while signed out, even during log-out; and readers' queries, unless reading is public. */
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

/** The viewer's id, for keys and names within a page. */
export const idOf = reader('person-id', ({ id }: Person) => id);
