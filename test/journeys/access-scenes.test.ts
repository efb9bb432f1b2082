import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Scene } from '../scenes/scene.ts';
import { scenes } from '../scenes/scenes.ts';
import { stagedScenes } from '../scenes/staged-scenes.ts';

const stage = stagedScenes();

/** What axe finds wrong with the page as it stands: the rule, and where. */
async function violationsOf(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ rules: { 'target-size': { enabled: true } } });
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
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

/** Where something was done, the first of the widths will do: the screen under it is tested at both. */
const looks = [
  { colorScheme: 'light', widths: [1366, 390] },
  { colorScheme: 'dark', widths: [320, 1024] },
] as const;

function widthsOf({ act, below = Infinity }: Scene, widths: readonly number[]): readonly number[] {
  const possible = widths.filter((width) => width < below);
  return act ? possible.slice(0, 1) : possible;
}

for (const { colorScheme, widths } of looks) {
  const cases = scenes.map((scene) => ({
    scene,
    name: `${scene.screen}, ${scene.state}`,
    widths: widthsOf(scene, widths),
  }));
  test.for(cases)(
    `axe finds nothing and nothing jumps on $name, ${colorScheme}, $widths pixels wide`,
    async (look) => {
      const page = await stage.enter(look.scene, {
        colorScheme,
        viewport: { width: look.widths[0] ?? widths[0], height: 900 },
      });
      const { act, arrive } = look.scene;
      if (!act && !arrive) expect(await layoutShiftOf(page)).toBeLessThanOrEqual(0.02);
      for (const width of look.widths) {
        await page.setViewportSize({ width, height: 900 });
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        // As high as the page: what stays in sight while one scrolls covers nothing then.
        await page.setViewportSize({ width, height });
        expect(await violationsOf(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
    },
  );
}
