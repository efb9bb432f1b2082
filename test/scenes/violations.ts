import { readFileSync } from 'node:fs';
import path from 'node:path';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inMatrix } from '../matrix.ts';
import type { Scene } from './scene.ts';
import { settle } from './settle.ts';

declare global {
  interface Window {
    /** There once its source has been run in the page. */
    axe?: typeof axe;
  }
}

/**
 * Preloading parses every style sheet for a single rule, `css-orientation-lock`: half of axe's time, and the same on
 * all pages.
 */
const preload = inMatrix({ usual: false, whole: true });

/** Each page that is looked at reads it anew: half of the text is half of that. */
const source = readFileSync(path.resolve('node_modules/axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with the page as it stands: the rule, and where. No page has frames. */
async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async (preload) => {
    const results = await window.axe?.run(document, {
      preload,
      resultTypes: ['violations'],
      rules: { 'target-size': { enabled: true } },
    });
    if (!results) throw new Error('axe did not load.');
    return results.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    );
  }, preload);
}

/** Puts sticky bars into the flow of the page, where they cover nothing. */
function stopStickingOut(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const bar of document.querySelectorAll<HTMLElement>('main .sticky, header')) {
      if (getComputedStyle(bar).position === 'sticky') bar.style.position = 'static';
    }
  });
}

const wideAndLight = { colorScheme: 'light', width: 1366 } as const;
const narrowAndDark = { colorScheme: 'dark', width: 320 } as const;

/** A screen is looked at in both ways in its normal state; what else it may show, in the one with less room. */
function looksOf({ state, below = Infinity }: Scene) {
  const isBoth = inMatrix({ usual: state === 'normal', whole: true });
  const looks = isBoth ? [wideAndLight, narrowAndDark] : [narrowAndDark];
  return looks.map(({ colorScheme, width }) => ({
    colorScheme,
    window: { width: Math.min(width, below - 1), height: 900 },
  }));
}

/** The window in which a scene is looked at first. */
export const firstWindowOf = (scene: Scene) => looksOf(scene)[0]?.window;

/** Expects that axe finds nothing, and that nothing runs over the side of the window. */
export async function expectNoViolations(page: Page, scene: Scene): Promise<void> {
  for (const { colorScheme, window } of looksOf(scene)) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(window);
    await stopStickingOut(page);
    await page.evaluate(
      (isDark) => document.documentElement.classList.toggle('dark', isDark),
      colorScheme === 'dark',
    );
    await settle(page);
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(window.width);
  }
}
