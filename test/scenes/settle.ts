import type { Page } from 'playwright-core';

/** Has a page lay out what it would otherwise leave until it is scrolled to. */
async function layOutEverything(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('main *')) {
      const { contentVisibility } = getComputedStyle(element);
      if (contentVisibility === 'auto') element.style.contentVisibility = 'visible';
    }
  });
}

/** Waits until all pictures are there, however far down they are, and everything that moves to its place is in it. */
export async function settle(page: Page): Promise<void> {
  await layOutEverything(page);
  await page.waitForFunction(() => {
    // A cover that can't be loaded has another one take its place.
    const isShown = (image: HTMLImageElement) =>
      image.complete && (image.naturalWidth > 0 || !image.closest('.picture-frame'));
    const images = [...document.images];
    for (const image of images) image.loading = 'eager';
    const movements = document.getAnimations().filter(({ effect, playState }) => {
      const isEndless = effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY;
      // How long a toast stays is no movement to a place.
      const isClock =
        effect instanceof KeyframeEffect && effect.target?.matches('.Toastify__progress-bar');
      return playState === 'running' && !isEndless && !isClock;
    });
    return movements.length === 0 && images.every(isShown);
  });
  await page.evaluate(() => document.fonts.ready.then(() => {}));
}
