import type { Page } from 'playwright-core';

/** Triggers hydration by a mouse movement, and waits until it is complete. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const moved = { pointerType: 'mouse', movementX: 1 };
    document.dispatchEvent(new PointerEvent('pointermove', moved));
    return document.documentElement.dataset.hydrated !== undefined;
  });
}
