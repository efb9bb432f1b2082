import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api.ts';
import { myDrafts } from '../../draft-contract.ts';
import { myDraftsKey } from '../my-writing/my-writing-queries.ts';

/** What the list of drafts says of one, whether it is to be published at a time among it; null where it isn't kept yet. */
export function draftSummaryQuery(key: string) {
  return queryOptions({
    queryKey: [...myDraftsKey, 'one', key],
    queryFn: async ({ client, signal }) => {
      const { body } = await call(client, myDrafts, { query: { key } }, { signal });
      return body[0] ?? null;
    },
    staleTime: 0,
  });
}
