import type { QueryClient } from '@tanstack/react-query';
import { viewerIn, viewerQuery } from '../../../identity/web/viewer.ts';
import { lookForCopies } from '../../../platform/web/kept-copies.ts';
import { noteInstallOffer } from './install-offer.ts';
import { forgetOthers, isOff } from './kept.ts';
import { copies } from './open-copy.ts';
import { tellWorker } from './tell-worker.ts';

/** What is used of the router. */
interface Pages {
  readonly state: { readonly location: { readonly pathname: string } };
  subscribe(listener: (state: Pages['state']) => void): unknown;
}

/** Begins to keep pages on this device: from now on a worker hears of each request. Rejects where that can't be. */
export async function startWorker(): Promise<void> {
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  await navigator.serviceWorker.ready;
  await tellWorker({ type: 'opened', path: window.location.pathname });
}

/** Whoever leaves, or gives way to somebody else, takes along what is kept of theirs. */
function followViewer(queries: QueryClient): void {
  const idNow = () => viewerIn(queries)?.id ?? null;
  let personId = idNow();
  queries.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== viewerQuery().queryKey[0] || idNow() === personId) return;
    personId = idNow();
    // Here as well: the worker may be about to end.
    void tellWorker({ type: 'viewer', personId }).catch(() => {});
    void forgetOthers(personId).catch(() => {});
  });
}

/** Keeps what is read here, unless this device keeps nothing; for as long as the document stands. */
export async function keepPages(queries: QueryClient, pages: Pages): Promise<void> {
  lookForCopies(copies);
  followViewer(queries);
  noteInstallOffer();
  let path = pages.state.location.pathname;
  pages.subscribe(({ location }) => {
    if (location.pathname === path) return;
    path = location.pathname;
    void tellWorker({ type: 'opened', path }).catch(() => {});
  });
  if (!(await isOff())) await startWorker();
}
