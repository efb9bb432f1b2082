import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { personalKey } from '../../../../identity/web/viewer.ts';
import { call } from '../../../../platform/web/api.ts';
import { type ImportStage, importReport, importState } from '../../import-contract.ts';

export const importKey = [...personalKey, 'manage', 'import'] as const;

/** Polling interval of the progress, in milliseconds. */
const lookMs = 1_500;
const busyStages: readonly ImportStage[] = ['looking', 'running'];

/** The latest import; polled while the site is processing it. */
export function importQuery() {
  return queryOptions({
    queryKey: importKey,
    queryFn: async ({ client, signal }) =>
      (await call(client, importState, {}, { signal })).body.latest,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data && busyStages.includes(state.data.stage) ? lookMs : false,
  });
}

/** The outcomes of an import's items, one page at a time; of a look at the file those that they would have. */
export function importReportQuery(id: string, isOfLook: boolean) {
  return infiniteQueryOptions({
    queryKey: [...importKey, id, isOfLook ? 'look' : 'report'],
    queryFn: async ({ client, signal, pageParam }) => {
      const query = pageParam === null ? {} : { after: `${pageParam}` };
      return (await call(client, importReport, { params: { id }, query }, { signal })).body;
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
}
