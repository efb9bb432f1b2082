import { queryOptions } from '@tanstack/react-query';
import { personalKey } from '../../../../identity/web/viewer.ts';
import { loadDraft } from './remote-draft.ts';

/** The person's draft, so that a page which arrives with it can offer it at once; `key` as in the draft's address. */
export function savedDraftQuery(key: string) {
  return queryOptions({
    queryKey: [...personalKey, 'draft', key],
    queryFn: ({ client, signal }) => loadDraft(client, key, signal),
    staleTime: 0,
  });
}
