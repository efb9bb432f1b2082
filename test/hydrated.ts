import type { Page } from 'playwright-core';

/** Has a page hydrated, as a mouse does that moves over it, and waits until it shows what only a browser knows. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const moved = { pointerType: 'mouse', movementX: 1 };
    document.dispatchEvent(new PointerEvent('pointermove', moved));
    return document.documentElement.dataset.hydrated !== undefined;
  });
}
