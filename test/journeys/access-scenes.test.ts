import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
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

const looks = [
  { colorScheme: 'light', wide: 1366, narrow: 390 },
  { colorScheme: 'dark', wide: 1024, narrow: 320 },
] as const;

const scenesByName = scenes.map((scene) => ({ ...scene, name: `${scene.screen}, ${scene.state}` }));

for (const { colorScheme, wide, narrow } of looks) {
  test.for(scenesByName)(
    `axe finds nothing on $name, ${colorScheme}, ${wide} and ${narrow} pixels wide`,
    async (scene) => {
      const widths = [wide, narrow].filter((width) => width < (scene.below ?? Infinity));
      const page = await stage.enter(scene, {
        colorScheme,
        viewport: { width: widths[0] ?? narrow, height: 900 },
      });
      for (const width of widths) {
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
