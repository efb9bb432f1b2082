import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { personalKey } from '../../../../identity/web/viewer.ts';
import { call } from '../../../../platform/web/api.ts';
import { blogRevision, blogRevisions } from '../../contract.ts';
import type { DraftText } from '../../draft-contract.ts';
import { draftState, draftStates } from '../../draft-history-contract.ts';
import { textOf } from '../drafts/draft-text.ts';
import { savesAnswered } from '../drafts/remote-draft.ts';

/** A text that stood before, as a list names it. */
export interface EarlierText {
  readonly id: string;
  readonly title: string;
  /** Null where nobody counted. */
  readonly wordCount: number | null;
  readonly savedAt: string;
}

/** Where earlier texts come from: of a published blog, or of a draft. */
export interface History {
  readonly key: readonly string[];
  /** The latest first. */
  readonly list: (client: QueryClient, signal: AbortSignal) => Promise<readonly EarlierText[]>;
  readonly text: (id: string, client: QueryClient, signal: AbortSignal) => Promise<DraftText>;
}

/** The texts that a published blog had. */
export function historyOfBlog(id: string): History {
  return {
    key: [...personalKey, 'revisions', id],
    list: async (client, signal) =>
      (await call(client, blogRevisions, { params: { id } }, { signal })).body.map(
        ({ version, ...text }) => ({ ...text, id: String(version) }),
      ),
    async text(version, client, signal) {
      const params = { id, version };
      return textOf((await call(client, blogRevision, { params }, { signal })).body);
    },
  };
}

/** The states that a draft had. */
export function historyOfDraft(key: string): History {
  return {
    key: [...personalKey, 'draft-states', key],
    async list(client, signal) {
      await savesAnswered();
      return (await call(client, draftStates, { params: { key } }, { signal })).body;
    },
    text: async (id, client, signal) =>
      (await call(client, draftState, { params: { key, id } }, { signal })).body.text,
  };
}

export function earlierTextsQuery(history: History) {
  return queryOptions({
    queryKey: history.key,
    queryFn: ({ client, signal }) => history.list(client, signal),
    staleTime: 0,
  });
}

export function earlierTextQuery(history: History, id: string) {
  return queryOptions({
    queryKey: [...history.key, id],
    queryFn: ({ client, signal }) => history.text(id, client, signal),
  });
}
