import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Scene } from '../scenes/scene.ts';
import { scenes } from '../scenes/scenes.ts';
import { stagedScenes } from '../scenes/staged-scenes.ts';

const stage = stagedScenes();

const named = (list: readonly Scene[]) =>
  list.map((scene) => ({ ...scene, name: `${scene.screen}, ${scene.state}` }));
const narrow = { width: 320, height: 700 };
/** A laptop's window of 1366 by 768 pixels at 200 % zoom. */
const zoomed = { width: 683, height: 384 };

/** Text that is cut, or runs over the edge of what holds it; what scrolls by itself is meant to. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls =
      '.hero-picture, .ticker-window, .table-scroll, pre, .sr-only, .skip-link, textarea, select, input, dialog:not([open]), [popover]';
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => !element.closest(scrolls) && element.getClientRects().length > 0)
      .filter((element) => {
        const { overflowX, overflowY, display } = getComputedStyle(element);
        // The banner grows with its words; only its picture is meant to be cut.
        if (display === 'inline' || element.classList.contains('hero')) return false;
        const isCut =
          (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) ||
          (overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1);
        return (
          isCut || element.getBoundingClientRect().right > document.documentElement.clientWidth + 1
        );
      })
      .map((element) => `${element.tagName} ${element.className}`);
  });
}

async function expectEverythingFits(page: Page, window: typeof narrow): Promise<void> {
  await page.setViewportSize(window);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(window.width);
  expect(await cutTexts(page)).toEqual([]);
}

/** Cumulative layout shift so far: what moved in sight without anybody having asked for it (web.dev/cls). */
function layoutShiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const sum = (entries: PerformanceEntryList) =>
          entries.reduce((total, entry) => total + (entry.toJSON().value as number), 0);
        const observer = new PerformanceObserver((list) => resolve(sum(list.getEntries())));
        observer.observe({ type: 'layout-shift', buffered: true });
        // Without any shift the observer is never called.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => resolve(sum(observer.takeRecords()))),
        );
      }),
  );
}

// Five hundred items fit as one does.
test.for(named(scenes.filter(({ act, content }) => !act && content !== 'many')))(
  '$name does not jump, fits at 200 % zoom, and holds the widest spacing of text in the narrowest window',
  async (scene) => {
    const page = await stage.enter(scene, { viewport: narrow, bypassCSP: true });
    if (!scene.arrive) expect(await layoutShiftOf(page)).toBeLessThanOrEqual(0.02);
    await expectEverythingFits(page, zoomed);
    // WCAG 2.2, 1.4.12.
    await page.addStyleTag({
      content:
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    });
    await expectEverythingFits(page, narrow);
  },
);

test.for(named(scenes.filter(({ screen, state }) => screen === 'home' && state === 'normal')))(
  'who asks for less motion sees $name stand still',
  async (scene) => {
    const page = await stage.enter(scene, { reducedMotion: 'reduce' });
    const moving = await page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    );
    expect(moving).toBe(0);
  },
);

test.for(named(scenes.filter(({ state }) => state === 'normal')))(
  'in forced colours $name keeps the edges of its buttons and fields',
  async (scene) => {
    const page = await stage.enter(scene, { forcedColors: 'active' });
    const edgeless = await page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLElement>(
          'main input:not([type=radio], [type=checkbox]), main textarea, main select, .theme-toggle',
        ),
      ]
        .filter((element) => element.getClientRects().length > 0)
        .filter((element) => getComputedStyle(element).borderTopWidth === '0px')
        .map((element) => element.outerHTML),
    );
    expect(edgeless).toEqual([]);
  },
);
