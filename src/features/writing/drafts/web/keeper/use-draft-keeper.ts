import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { randomKey } from '../../../../../platform/web/random-key.ts';
import type { DraftText } from '../../../common/contract.ts';
import type { Draft } from '../../contract/drafts.ts';
import { createLocalCopies } from '../device/local-copies.ts';
import { savedDraftQuery } from '../draft-queries.ts';
import { createRemoteDraft } from '../remote-draft.ts';
import { DraftKeeper } from './draft-keeper.ts';

export interface WritingStart {
  readonly personId: string;
  /** The key of the draft; the id of a published blog. */
  readonly target: string;
  /** The form's initial text. */
  readonly text: DraftText;
  /** Entity tag of the blog; null for a new blog. */
  readonly baseTag: string | null;
  /** Whether the form opens the last text; otherwise earlier texts are offered. */
  readonly opensLast: boolean;
  /** The server's draft, if it was loaded by another query. */
  readonly draft?: Draft | null;
}

/** Autosaves while the component is mounted. Later changes of `start` have no effect. */
export function useDraftKeeper(start: WritingStart): DraftKeeper {
  const queries = useQueryClient();
  const [keeper] = useState(
    () =>
      new DraftKeeper({
        text: start.text,
        draft: start.draft ?? queries.getQueryData(savedDraftQuery(start.target).queryKey) ?? null,
        baseTag: start.baseTag,
        opensLast: start.opensLast,
        copies: createLocalCopies(start.personId, start.target),
        remote: createRemoteDraft(queries, start.target),
        now: Date.now,
        isOnline: () => navigator.onLine,
        newId: randomKey,
        later(milliseconds, work) {
          const timer = setTimeout(work, milliseconds);
          return () => clearTimeout(timer);
        },
      }),
  );

  useEffect(() => {
    // The cached draft becomes outdated with every word.
    queries.removeQueries({ queryKey: savedDraftQuery(start.target).queryKey });
  }, [queries, start.target]);

  useEffect(() => {
    const stop = keeper.start();
    const leaving = new AbortController();
    const { signal } = leaving;
    for (const name of ['online', 'offline']) {
      window.addEventListener(name, () => keeper.networkChanged(), { signal });
    }
    // The last events of a page before it is discarded.
    window.addEventListener('pagehide', () => keeper.flush(), { signal });
    document.addEventListener('visibilitychange', () => keeper.flush(), { signal });
    return () => {
      leaving.abort();
      stop();
    };
  }, [keeper]);

  return keeper;
}
