import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { watchNavigation } from '../../identity/web/origin.ts';
import { askOnlyForMembers } from '../../identity/web/viewer.ts';
import { createRoutes, type RouteHandle } from '../../pages/routes.tsx';
import { showArrived, showLeaving } from '../../platform/web/answer-navigation.ts';
import { callByFetch } from '../../platform/web/call-by-fetch.ts';
import { whenIdle, whenShown } from '../../platform/web/hydration-trigger.ts';
import { lazyChunk } from '../../platform/web/lazy-chunk.ts';
import { createQueryClient } from '../../platform/web/query-client.ts';
import { SiteSettingsProvider } from '../../platform/web/site-settings.ts';
import { type PageState, pageStateId, seedQueryClient } from '../rendering/page-state.ts';
import { reloadDocument } from './reload-document.ts';

type KeepPages = typeof import('../../features/offline/web/keep-pages.ts').keepPages;

/**
 * Loads the matched page before hydration, so that the first client render equals the server's. Rejects where it can't
 * be loaded: the server's markup stays readable, and hydrating another screen would replace it.
 */
async function loadMatchedPage(routes: RouteObject[]): Promise<void> {
  const match = matchRoutes(routes, window.location)?.at(-1);
  await (match?.route.handle as RouteHandle | undefined)?.load();
}

const loadKeepPages = lazyChunk(() => import('../../features/offline/web/keep-pages.ts'));

/** Stores pages that are read for offline use, where the browser supports it. */
async function keepForOffline(...[queries, pages]: Parameters<KeepPages>): Promise<void> {
  // Undefined without https.
  if (!import.meta.env.PROD || !navigator.serviceWorker) return;
  await whenIdle();
  await (await loadKeepPages()).keepPages(queries, pages);
}

interface ListeningProps {
  readonly onListening: () => void;
  readonly children: ReactNode;
}

/** Reports when the page is hydrated. It wraps the page, since a sibling would change the ids of `useId`. */
function Listening({ onListening, children }: ListeningProps) {
  useEffect(() => onListening(), [onListening]);
  return children;
}

/**
 * Hydrates the page; resolves when event handlers are attached, rejects where a part can't be loaded. While a press waits
 * for its answer, hydration isn't interrupted by frames.
 */
export async function start(isAwaited: () => boolean): Promise<void> {
  const root = document.getElementById('root');
  const written = document.getElementById(pageStateId)?.textContent;
  if (!root || !written) return;
  const state = JSON.parse(written) as PageState;
  const client = createQueryClient(callByFetch, { isServer: false });
  seedQueryClient(client, state);
  askOnlyForMembers(client, state.settings.reading);
  const options = { client, settings: state.settings, isServer: false, reloadDocument };
  const routes = createRoutes(() => options);
  await loadMatchedPage(routes);
  const router = createBrowserRouter(routes, { hydrationData: state.router });
  watchNavigation(() => router.state.navigation.location);
  // Outside React, for feedback to a click before React renders anything.
  router.subscribe(({ navigation }) => {
    if (navigation.state === 'idle') showArrived();
    else showLeaving();
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  const hydrate = () => {
    hydrateRoot(
      root,
      <StrictMode>
        <Listening onListening={resolve}>
          <SiteSettingsProvider value={state.settings}>
            <QueryClientProvider client={client}>
              <RouterProvider router={router} />
            </QueryClientProvider>
          </SiteSettingsProvider>
        </Listening>
      </StrictMode>,
    );
  };
  if (isAwaited()) {
    // The pressed control shows that it was heard first.
    await whenShown();
    hydrate();
  } else {
    // Any input in the meantime ends a transition.
    startTransition(hydrate);
  }
  await promise;
  void keepForOffline(client, router).catch(() => {});
}
