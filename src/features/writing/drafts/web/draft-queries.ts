import { queryOptions } from '@tanstack/react-query';
import { personalKey } from '../../../../identity/web/viewer.ts';
import { call } from '../../../../platform/web/api.ts';
import { lastDraft, myDrafts } from '../contract/drafts.ts';
import { loadDraft, savesAnswered } from './remote-draft.ts';

export const myDraftsKey = [...personalKey, 'drafts'] as const;

/** The person's draft, so that a page which arrives with it can offer it at once; `key` as in the draft's address. */
export function savedDraftQuery(key: string) {
  return queryOptions({
    queryKey: [...personalKey, 'draft', key],
    queryFn: ({ client, signal }) => loadDraft(client, key, signal),
    staleTime: 0,
  });
}

/** The draft of a new blog that the person saved last; null where there is none. */
export function lastDraftQuery() {
  return queryOptions({
    queryKey: [...personalKey, 'last-draft'],
    queryFn: async ({ client, signal }) => {
      await savesAnswered();
      return (await call(client, lastDraft, {}, { signal })).body.draft;
    },
    staleTime: 0,
    // Where it can't be had, one begins with what is on the device.
    retry: false,
  });
}

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
