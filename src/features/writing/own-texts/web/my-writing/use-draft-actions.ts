import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../../platform/web/api.ts';
import { randomKey } from '../../../../../platform/web/random-key.ts';
import { focusHeading } from '../../../../../platform/web/ui/navigation-focus.tsx';
import { showToast } from '../../../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../../../platform/web/use-single-flight.ts';
import {
  type Draft,
  type DraftSummary,
  discardDraft,
  saveDraft,
} from '../../../drafts/contract/drafts.ts';
import {
  createLocalCopies,
  type KeptText,
  textsOnDevice,
} from '../../../drafts/web/device/local-copies.ts';
import { myDraftsKey } from '../../../drafts/web/draft-queries.ts';
import { loadDraft } from '../../../drafts/web/remote-draft.ts';
import { unscheduleDraft } from '../../../publishing/contract/schedule.ts';
import { deletedBlogsKey } from './my-writing-queries.ts';

/** Timeout of a request, in milliseconds. */
const patienceMs = 15_000;

interface Deleted {
  readonly summary: DraftSummary;
  readonly draft: Draft;
  /** The device's local copies of it. */
  readonly copies: readonly KeptText[];
}

export interface DraftActions {
  /** The last deleted draft, while that can be undone. */
  readonly deleted: DraftSummary | undefined;
  readonly isPending: boolean;
  readonly run: (summary: DraftSummary) => void;
  readonly undo: () => void;
  readonly unschedule: (summary: DraftSummary) => void;
}

/** Deletes, restores and unschedules drafts. */
export function useDraftActions(personId: string): DraftActions {
  const queries = useQueryClient();
  const [deleted, setDeleted] = useState<Deleted>();
  const { isPending, run } = useSingleFlight(async (work: () => Promise<void>) => {
    try {
      await work();
    } catch {
      void showToast({
        text: 'That did not work. Nothing was lost; please try again.',
        tone: 'bad',
      });
    }
    // A draft of an unpublished blog is deleted together with the blog.
    void queries.invalidateQueries({ queryKey: deletedBlogsKey });
    await queries.invalidateQueries({ queryKey: myDraftsKey });
  });

  async function discard(summary: DraftSummary): Promise<void> {
    const signal = AbortSignal.timeout(patienceMs);
    const { key } = summary;
    const draft = await loadDraft(queries, key, signal);
    if (!draft) return;
    const input = { params: { key }, query: { revision: draft.revision } };
    await call(queries, discardDraft, input, { signal });
    const copies = textsOnDevice(personId).filter(({ draftKey }) => draftKey === key);
    const { remove } = createLocalCopies(personId, key);
    for (const { device } of copies) remove(device);
    setDeleted({ summary, draft, copies });
  }

  async function putBack({ draft, summary, copies }: Deleted): Promise<void> {
    const body = {
      text: draft.text,
      baseTag: draft.baseTag,
      revision: null,
      device: randomKey(),
      sequence: Date.now(),
      ...(summary.wordCount !== null && { wordCount: summary.wordCount }),
      ...(summary.undescribed !== null && { undescribed: summary.undescribed }),
    };
    const signal = AbortSignal.timeout(patienceMs);
    await call(queries, saveDraft, { params: { key: draft.key }, body }, { signal });
    const { write } = createLocalCopies(personId, draft.key);
    for (const { device, draftKey: _key, ...copy } of copies) write(device, copy);
    setDeleted(undefined);
  }

  return {
    deleted: deleted?.summary,
    isPending,
    run: (summary) => void run(() => discard(summary)),
    unschedule: ({ key }) =>
      void run(async () => {
        await call(queries, unscheduleDraft, { params: { key } });
        focusHeading();
        void showToast({ text: 'It is among your drafts again.' });
      }),
    undo: () => deleted && void run(() => putBack(deleted)),
  };
}
