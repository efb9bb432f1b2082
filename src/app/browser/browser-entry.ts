import { visitsKey } from '../../features/comments/web/visits-key.ts';
import { themeKey } from '../../features/theme/web/first-script.ts';
import { answerNavigation } from '../../platform/web/answer-navigation.ts';
import { captureEvents } from '../../platform/web/event-replay.ts';
import { whenIdleOrInteraction, whenUsed } from '../../platform/web/hydration-trigger.ts';
import { isReachable, whenReachable } from '../../platform/web/reachable.ts';
import { enhancePage } from './enhance-page.ts';
import { reloadDocument, reloadedKey } from './reload-document.ts';
import './site.css';

const ownScript = document.querySelector<HTMLElement>('script[data-parts]');

/** Resolves when the page is hydrated. Rejects if a chunk can't be loaded although the site is reachable. */
async function startPage(isAwaited: () => boolean): Promise<void> {
  try {
    await loadParts(isAwaited);
    const { start } = await import('./browser.tsx');
    await start(isAwaited);
  } catch (error) {
    if (await isReachable()) throw error;
    // The document stays readable; an offline reload would show the browser's error page.
    await whenReachable();
    await startPage(isAwaited);
  }
}

/**
 * Loads the page's chunks in parallel: each would otherwise name its imports only after it has loaded. They are evaluated
 * one by one, so that scrolling and typing are handled in between; without a pause while a press waits for its answer.
 */
async function loadParts(isAwaited: () => boolean): Promise<void> {
  const { parts = '' } = ownScript?.dataset ?? {};
  const hrefs = parts.split(' ').filter(Boolean);
  for (const href of hrefs) {
    const link = document.createElement('link');
    document.head.append(Object.assign(link, { rel: 'modulepreload', href }));
  }
  for (const href of hrefs) {
    if (isAwaited()) return;
    await import(/* @vite-ignore */ href);
  }
}

const loadEnhance = () => import('../../features/reading/web/article/enhance/enhance-article.ts');
const loadFollow = () => import('../../features/reading/web/article/place/follow-place.ts');

/** Storage keys that have no effect on a page for reading, or none that needs hydration. */
const shownAnyway = [themeKey, reloadedKey, visitsKey, 'react-router-scroll-positions'];

/**
 * The only script before the first paint; the document is readable without it. The rest loads when the browser is idle
 * or the visitor interacts; a page for reading (`data-lazy-for`) waits for an interaction. Interactions in the meantime
 * are replayed.
 */
async function hydrate(): Promise<void> {
  const captured = captureEvents();
  const reader = ownScript?.dataset.lazyFor;
  const isMember = reader === 'member';
  const stop = reader ? enhancePage({ isMember, loadEnhance, loadFollow }) : undefined;
  await (stop ? whenUsed(shownAnyway) : whenIdleOrInteraction());
  try {
    await startPage(captured.isAwaited);
  } catch (error) {
    // A deploy may have deleted this document's build.
    if (reloadDocument(window.location.href)) return;
    captured.replay();
    throw new Error('A part of this page could not be loaded.', { cause: error });
  }
  stop?.();
  captured.replay();
  // For tests and other scripts that wait for hydration.
  document.documentElement.dataset.hydrated = '';
}

answerNavigation();
void hydrate();
