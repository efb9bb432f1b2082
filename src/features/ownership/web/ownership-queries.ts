import { infiniteQueryOptions } from '@tanstack/react-query';
import { personalKey } from '../../../identity/web/viewer.ts';
import { call } from '../../../platform/web/api.ts';
import { endpointQuery } from '../../../platform/web/endpoint-query.ts';
import { handOvers, importedAuthors, importedDrafts } from '../contract.ts';

/** The key prefix of the queries about imported authors and hand-overs. */
export const ownershipKey = [...personalKey, 'manage', 'ownership'] as const;

export interface AuthorsAsked {
  readonly search: string;
  readonly cursor: string;
}

/** One page of the imported authors. */
export function importedAuthorsQuery({ search, cursor }: AuthorsAsked) {
  return endpointQuery(
    [...ownershipKey, 'authors', search, cursor],
    importedAuthors,
    { query: { search, cursor } },
    { staleTime: 0 },
  );
}

/** An imported author's drafts, one page at a time. */
export function importedDraftsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...ownershipKey, 'drafts', id],
    queryFn: async ({ client, signal, pageParam }) => {
      const input = { params: { id }, query: { cursor: pageParam } };
      return (await call(client, importedDrafts, input, { signal })).body;
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });
}

export const handOversQuery = endpointQuery(
  [...ownershipKey, 'hand-overs'],
  handOvers,
  {},
  { staleTime: 0 },
);
