import type { ListeningApp } from '../../../src/app/testing.ts';

/** What lies on the disk is read, and added to, once it is known to be true. */
export async function untilOpen({ url, pageCache }: ListeningApp): Promise<void> {
  while (pageCache.stats().disk?.bytes === 0) await (await fetch(`${url}/healthz`)).text();
}
