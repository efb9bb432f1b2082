import type { Page } from 'playwright-core';

/** Makes a page lay out the parts that it would defer until they are scrolled to. */
async function layOutEverything(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('main *')) {
      const { contentVisibility } = getComputedStyle(element);
      if (contentVisibility === 'auto') element.style.contentVisibility = 'visible';
    }
  });
}

/** Waits until all pictures are loaded, also those far down, and all animations have finished. */
export async function settle(page: Page): Promise<void> {
  await layOutEverything(page);
  await page.waitForFunction(() => {
    // A cover that can't be loaded is replaced by another.
    const isShown = (image: HTMLImageElement) =>
      image.complete && (image.naturalWidth > 0 || !image.closest('.picture-frame'));
    const images = [...document.images];
    for (const image of images) image.loading = 'eager';
    const movements = document.getAnimations().filter(({ effect, playState }) => {
      const isEndless = effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY;
      // The progress bar of a toast is a timer, not a movement.
      const isClock =
        effect instanceof KeyframeEffect && effect.target?.matches('.Toastify__progress-bar');
      return playState === 'running' && !isEndless && !isClock;
    });
    return movements.length === 0 && images.every(isShown);
  });
  await page.evaluate(() => document.fonts.ready.then(() => {}));
}
