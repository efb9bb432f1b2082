import { personalKey } from '../../../identity/web/viewer.ts';
import { endpointQuery } from '../../../platform/web/endpoint-query.ts';
import { handOvers, importedAuthors } from '../contract.ts';

/** The key prefix of the queries about imported authors and hand-overs. */
export const ownershipKey = [...personalKey, 'manage', 'ownership'] as const;

/** One page of the imported authors. */
export function importedAuthorsQuery(cursor: string) {
  return endpointQuery(
    [...ownershipKey, 'authors', cursor],
    importedAuthors,
    { query: { cursor } },
    { staleTime: 0 },
  );
}

export const handOversQuery = endpointQuery(
  [...ownershipKey, 'hand-overs'],
  handOvers,
  {},
  { staleTime: 0 },
);
