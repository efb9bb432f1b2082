import type { BoundedMemory } from './bounded-memory.ts';
import { brotliVariant, type Page } from './cached-page.ts';

/**
 * Maximum pages that wait. At 10 ms each the last one is done after 0.6 s; together they hold about 3 MB. A crawler
 * reads pages faster than they can be compressed.
 */
const waitingMax = 64;

/**
 * Adds the Brotli variant of pages in the background, one page at a time: each takes a pool thread for about 10 ms.
 * Until it is ready, gzip is sent; then `store` gets the page. A page that finds the queue full isn't marked as tried, so a later request tries it.
 */
export function createBrotliQueue(
  memory: Pick<BoundedMemory, 'grow' | 'holds'>,
  store: (page: Page) => void,
  onError: (error: unknown) => void,
): (page: Page) => void {
  const waiting = new Set<Page>();
  let isGoing = false;

  async function addTo(page: Page): Promise<void> {
    const brotli = await brotliVariant(page);
    if (!brotli) return;
    page.brotli = brotli;
    memory.grow(page, brotli.body.length);
    store(page);
  }

  async function run(): Promise<void> {
    // Includes the pages that are added meanwhile.
    for (const page of waiting) {
      waiting.delete(page);
      if (memory.holds(page)) await addTo(page).catch(onError);
    }
    isGoing = false;
  }

  return (page) => {
    if (waiting.size >= waitingMax) return;
    page.isBrotliTried = true;
    waiting.add(page);
    if (isGoing) return;
    isGoing = true;
    // After the reply to this request.
    queueMicrotask(run);
  };
}
