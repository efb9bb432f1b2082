import { queryOptions } from '@tanstack/react-query';
import { readersKey } from '../../../identity/web/viewer.ts';
import type { AllBlogsRequest } from '../../../paths.ts';
import { call } from '../../../platform/web/api.ts';
import { searchTexts } from '../contract.ts';

/** Matches in texts, for viewers who may read them; on the first page of a search only. */
export function textSearchQuery({ filter, search }: Pick<AllBlogsRequest, 'filter' | 'search'>) {
  return queryOptions({
    queryKey: [...readersKey, 'search', { filter, search }],
    queryFn: async ({ client, signal }) =>
      (await call(client, searchTexts, { query: { filter, search } }, { signal })).body,
  });
}

/** Whether the address is the first page of a search. */
export function isTextSearch({ search, cursor }: AllBlogsRequest): boolean {
  return search !== '' && cursor === '';
}
