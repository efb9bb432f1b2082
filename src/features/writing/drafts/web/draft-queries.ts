import { queryOptions } from '@tanstack/react-query';
import { personalKey } from '../../../../identity/web/viewer.ts';
import { call } from '../../../../platform/web/api.ts';
import { lastDraft, myDrafts } from '../contract/drafts.ts';
import { loadDraft, savesAnswered } from './remote-draft.ts';

export const myDraftsKey = [...personalKey, 'drafts'] as const;

/** The person's draft, so that the page can offer it at once; `key` as in the draft's address. */
export function savedDraftQuery(key: string) {
  return queryOptions({
    queryKey: [...personalKey, 'draft', key],
    queryFn: ({ client, signal }) => loadDraft(client, key, signal),
    staleTime: 0,
  });
}

/** The person's last saved draft of a new blog; null for none. */
export function lastDraftQuery() {
  return queryOptions({
    queryKey: [...personalKey, 'last-draft'],
    queryFn: async ({ client, signal }) => {
      await savesAnswered();
      return (await call(client, lastDraft, {}, { signal })).body.draft;
    },
    staleTime: 0,
    // On failure the editor continues with the local copies.
    retry: false,
  });
}

/** The list entry of a draft, with its schedule; null where it isn't saved yet. */
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
