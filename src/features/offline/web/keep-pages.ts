import type { QueryClient } from '@tanstack/react-query';
import { viewerIn, viewerQuery } from '../../../identity/web/viewer.ts';
import { lookForCopies } from '../../../platform/web/kept-copies.ts';
import { noteInstallOffer } from './install-offer.ts';
import { forgetOthers, isOff } from './kept.ts';
import { copies } from './open-copy.ts';
import { postToWorker } from './worker-messages.ts';

/** The part of the router that is used here. */
interface Pages {
  readonly state: { readonly location: { readonly pathname: string } };
  subscribe(listener: (state: Pages['state']) => void): unknown;
}

/** Starts storing pages on this device: registers the service worker. Rejects where that isn't possible. */
export async function startWorker(): Promise<void> {
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  await navigator.serviceWorker.ready;
  await postToWorker({ type: 'opened', path: window.location.pathname });
}

/** Deletes a person's stored content when they sign out or another person signs in. */
function followViewer(queries: QueryClient): void {
  const idNow = () => viewerIn(queries)?.id ?? null;
  let personId = idNow();
  queries.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== viewerQuery().queryKey[0] || idNow() === personId) return;
    personId = idNow();
    // In the page as well, since the worker may be stopping.
    void postToWorker({ type: 'viewer', personId }).catch(() => {});
    void forgetOthers(personId).catch(() => {});
  });
}

/** Stores what is read in this document, unless storing is off on this device. */
export async function keepPages(queries: QueryClient, pages: Pages): Promise<void> {
  lookForCopies(copies);
  followViewer(queries);
  noteInstallOffer();
  let path = pages.state.location.pathname;
  pages.subscribe(({ location }) => {
    if (location.pathname === path) return;
    path = location.pathname;
    void postToWorker({ type: 'opened', path }).catch(() => {});
  });
  if (!(await isOff())) await startWorker();
}
