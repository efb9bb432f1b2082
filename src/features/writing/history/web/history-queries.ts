import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { personalKey } from '../../../../identity/web/viewer.ts';
import { call } from '../../../../platform/web/api.ts';
import type { DraftText } from '../../common/contract.ts';
import { textOf } from '../../common/web/draft-text.ts';
import { blogRevision, blogRevisions } from '../contract.ts';

/** A revision in a list. */
export interface EarlierText {
  readonly id: string;
  readonly title: string;
  /** Null where unknown. */
  readonly wordCount: number | null;
  readonly savedAt: string;
  /** The editor who saved it; null, or absent, where its author did. */
  readonly savedBy?: string | undefined;
}

/** Source of revisions: a published blog or a draft. */
export interface History {
  readonly key: readonly string[];
  /** Latest first. */
  readonly list: (client: QueryClient, signal: AbortSignal) => Promise<readonly EarlierText[]>;
  readonly text: (id: string, client: QueryClient, signal: AbortSignal) => Promise<DraftText>;
}

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
