import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { extentOf } from '../../../../blog/list-extent.ts';
import { cursorsOf } from '../../../../blog/web/page-cursors.ts';
import { personalKey } from '../../../../identity/web/viewer.ts';
import type { ReplyOf } from '../../../../platform/contract/define-endpoint.ts';
import { call } from '../../../../platform/web/api.ts';
import { endpointQuery } from '../../../../platform/web/endpoint-query.ts';
import {
  chooseHistory,
  clearHistory,
  forgetPlace,
  historyChoice,
  readingHistory,
} from '../../contract/history.ts';

const historyKey = [...personalKey, 'history'] as const;
const listsKey = [...historyKey, 'lists'] as const;
/** Articles write the history outside these queries: coming from an article refetches it. */
const staleTime = 2_000;

export type ReadBlog = ReplyOf<typeof readingHistory>[number];

/** One page of the viewer's reading history. */
export function historyQuery(cursor: string) {
  return queryOptions({
    queryKey: [...listsKey, cursor],
    queryFn: async ({ client, signal }) => {
      const input = { query: { cursor } };
      const { body, headers } = await call(client, readingHistory, input, { signal });
      const { nextCursor } = cursorsOf(headers.get('link'));
      return { list: body, nextCursor, extent: extentOf(headers) };
    },
    staleTime,
    refetchOnWindowFocus: true,
  });
}

/** Whether the viewer's history is switched on. */
export function historyChoiceQuery() {
  return endpointQuery([...historyKey, 'choice'], historyChoice, {});
}

const showAnew = (client: QueryClient) => client.invalidateQueries({ queryKey: listsKey });

/** Removes a blog from the viewer's history, or all without an id. */
export function useForget() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string | undefined) =>
      id === undefined
        ? call(client, clearHistory, {})
        : call(client, forgetPlace, { params: { id } }),
    onSuccess: () => showAnew(client),
  });
}

/** Switches the viewer's history on or off. */
export function useChooseHistory() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isKept: boolean) => call(client, chooseHistory, { body: { isKept } }),
    async onSuccess(_reply, isKept) {
      client.setQueryData(historyChoiceQuery().queryKey, { isKept });
      await showAnew(client);
    },
  });
}
