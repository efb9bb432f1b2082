import type { QueryClient } from '@tanstack/react-query';
import { Problem } from '../../../../platform/contract/problems.ts';
import { call } from '../../../../platform/web/api.ts';
import {
  type Draft,
  type DraftSave,
  discardDraft,
  myDrafts,
  oneDraft,
  saveDraft,
} from '../contract/drafts.ts';

/** Timeout of a save before it is retried, in milliseconds. */
const patienceMs = 15_000;

/** Pending saves, including those of closed pages: look-ups wait for them. */
const saving = new Set<Promise<unknown>>();

/** Resolves when all pending saves of this tab have ended. */
export async function savesAnswered(): Promise<void> {
  await Promise.allSettled(saving);
}

/** The person's draft on the server; null for none. */
export async function loadDraft(
  queries: QueryClient,
  key: string,
  signal: AbortSignal,
): Promise<Draft | null> {
  await savesAnswered();
  // The list first: requesting a missing draft would log an error in the browser's console.
  const { body: drafts } = await call(queries, myDrafts, { query: { key } }, { signal });
  if (drafts.length === 0) return null;
  try {
    return (await call(queries, oneDraft, { params: { key } }, { signal })).body;
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  }
}

export interface RemoteDraft {
  load(): Promise<Draft | null>;
  save(save: DraftSave): Promise<{ readonly revision: string; readonly savedAt: string }>;
  discard(revision: string): Promise<void>;
}

/** The person's draft on the server; `key` is `new`, or the id of the edited blog. */
export function createRemoteDraft(queries: QueryClient, key: string): RemoteDraft {
  const params = { key };
  const keep = async (body: DraftSave) =>
    (await call(queries, saveDraft, { params, body }, inTime())).body;
  const inTime = () => ({ signal: AbortSignal.timeout(patienceMs) });

  return {
    load: () => loadDraft(queries, key, inTime().signal),
    async save(body) {
      const answer = keep(body);
      saving.add(answer);
      return answer.finally(() => saving.delete(answer));
    },
    async discard(revision) {
      await call(queries, discardDraft, { params, query: { revision } }, inTime());
    },
  };
}
