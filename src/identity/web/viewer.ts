import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Person } from '../person.ts';

/** Who looks at the page: a person, or null when signed out. The server writes it into every page. */
export function viewerQuery() {
  return queryOptions<Person | null>({
    queryKey: ['viewer'],
    queryFn: async () => null,
    staleTime: Number.POSITIVE_INFINITY,
  });
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
