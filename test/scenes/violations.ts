import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Scene } from './scene.ts';
import { settle } from './settle.ts';

declare global {
  interface Window {
    /** There once its source has been run in the page. */
    axe?: typeof axe;
  }
}

/** What axe finds wrong with the page as it stands: the rule, and where. No page has frames. */
async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const results = await window.axe?.run(document, {
      resultTypes: ['violations'],
      rules: { 'target-size': { enabled: true } },
    });
    if (!results) throw new Error('axe did not load.');
    return results.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    );
  });
}

/** Puts what stays in sight while one scrolls where it stands at the end, so that it covers nothing. */
function stopStickingOut(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const bar of document.querySelectorAll<HTMLElement>('main .sticky')) {
      bar.style.position = 'static';
    }
  });
}

const looks = [
  { colorScheme: 'light', width: 1366 },
  { colorScheme: 'dark', width: 320 },
] as const;

/** Expects that axe finds nothing in either look, and that nothing runs over the side of the window. */
export async function expectNoViolations(page: Page, scene: Scene): Promise<void> {
  for (const { colorScheme, width } of looks) {
    const window = { width: Math.min(width, (scene.below ?? Infinity) - 1), height: 900 };
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
