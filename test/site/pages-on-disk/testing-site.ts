import type { ListeningApp } from '../../../src/app/testing.ts';

/** Waits until the page store is in use, which is after it was verified. */
export async function untilOpen({ url, pageCache }: ListeningApp): Promise<void> {
  while (pageCache.stats().disk?.bytes === 0) await (await fetch(`${url}/healthz`)).text();
}
