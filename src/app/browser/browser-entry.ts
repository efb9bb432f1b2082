import { captureEvents } from '../../platform/web/event-replay.ts';
import { whenIdleOrInteraction } from '../../platform/web/hydration-trigger.ts';
import { isReachable, whenReachable } from '../../platform/web/reachable.ts';
import { loadAnew } from './load-anew.ts';
import './site.css';

/** Resolves when the page listens. Rejects where a part of it stays away though the site answers. */
async function startPage(): Promise<void> {
  try {
    await loadParts();
    const { start } = await import('./browser.tsx');
    await start();
  } catch (error) {
    if (await isReachable()) throw error;
    // The document can be read meanwhile: a new one would be the browser's own page.
    await whenReachable();
    await startPage();
  }
}

/**
 * Loads the parts of the page: all at once, as each alone would name the next only when it is there. They are run one by
 * one, so that whoever scrolls or types meanwhile needn't wait for all of them.
 */
async function loadParts(): Promise<void> {
  const { parts = '' } = document.querySelector<HTMLElement>('script[data-parts]')?.dataset ?? {};
  const hrefs = parts.split(' ').filter(Boolean);
  for (const href of hrefs) {
    const link = document.createElement('link');
    document.head.append(Object.assign(link, { rel: 'modulepreload', href }));
  }
  for (const href of hrefs) await import(/* @vite-ignore */ href);
}

/**
 * All that a page loads before its first paint: the document can be read as it came. The rest follows when it is in
 * nobody's way, and what somebody did meanwhile isn't lost.
 */
async function hydrate(): Promise<void> {
  const held = captureEvents();
  await whenIdleOrInteraction();
  try {
    await startPage();
  } catch (error) {
    // The build that this document is of may be gone.
    if (loadAnew(window.location.href)) return;
    held.release();
    throw new Error('A part of this page could not be loaded.', { cause: error });
  }
  held.release();
  // For whoever looks on from outside and waits for it.
  document.documentElement.dataset.hydrated = '';
}

void hydrate();
