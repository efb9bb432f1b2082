import type { BrowserContext, Page } from 'playwright-core';
import { eventually } from './browser.ts';

/** Chromium's errors for requests without a network. */
export const withoutNetwork = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION_REFUSED/;

/** The entries in this browser's caches, as `cache path`, without those marked as discarded. */
export function keptIn(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const kept: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const note = (await cache.match(request, { ignoreVary: true }))?.headers.get('x-kept');
        const { pathname, search } = new URL(request.url);
        if (!note?.includes('thrown')) kept.push(`${name} ${pathname}${search}`);
      }
    }
    return kept;
  });
}

/** Waits until the caches have an entry whose cache and path end with `end`. */
export async function keptSoon(page: Page, end: string): Promise<void> {
  await eventually(async () => (await keptIn(page)).some((one) => one.endsWith(end))).toBe(true);
}

/** Waits until the service worker controls this page. */
export async function workerStarted(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Takes the browser offline, and waits until the page knows. */
export async function goOffline(context: BrowserContext, page: Page): Promise<void> {
  await context.setOffline(true);
  await page.waitForFunction(() => !navigator.onLine);
}
