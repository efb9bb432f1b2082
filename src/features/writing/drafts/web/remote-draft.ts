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

/** How long the server may take to keep a draft before it is tried again, in milliseconds. */
const patienceMs = 15_000;

/** Saves whose answer hasn't come, also of a page that was left: who looks for drafts waits for them. */
const saving = new Set<Promise<unknown>>();

/** Resolves when what pages of this tab sent has come to something. */
export async function savesAnswered(): Promise<void> {
  await Promise.allSettled(saving);
}

/** The person's draft as the server has it; null where there is none. */
export async function loadDraft(
  queries: QueryClient,
  key: string,
  signal: AbortSignal,
): Promise<Draft | null> {
  await savesAnswered();
  // The list first: to ask for a draft that isn't there would be an error in the browser's log.
  const { body: drafts } = await call(queries, myDrafts, { query: { key } }, { signal });
  if (drafts.length === 0) return null;
  try {
    return (await call(queries, oneDraft, { params: { key } }, { signal })).body;
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  }
}

/** One draft on the server. */
export interface RemoteDraft {
  load(): Promise<Draft | null>;
  save(save: DraftSave): Promise<{ readonly revision: string; readonly savedAt: string }>;
  discard(revision: string): Promise<void>;
}

/** The person's draft on the server; `key` is `new`, or the id of the blog that is being changed. */
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
