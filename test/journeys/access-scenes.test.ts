import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { scenes } from '../scenes/scenes.ts';
import { settle } from '../scenes/settle.ts';
import { stagedScenes } from '../scenes/staged-scenes.ts';

const stage = stagedScenes();

/** What axe finds wrong with the page as it stands: the rule, and where. */
async function violationsOf(page: Page): Promise<string[]> {
  // No page has frames, and nobody reads of what passed: so it takes a quarter of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({
    resultTypes: ['violations'],
    rules: { 'target-size': { enabled: true } },
  });
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
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

test.for(scenes.map((scene) => ({ scene, name: `${scene.screen}, ${scene.state}` })))(
  'axe finds nothing on $name, light and wide, dark and narrow',
  async ({ scene }) => {
    const windowOf = (width: number) => ({
      width: Math.min(width, (scene.below ?? Infinity) - 1),
      height: 900,
    });
    const page = await stage.enter(scene, { viewport: windowOf(looks[0].width) });
    for (const { colorScheme, width } of looks) {
      const window = windowOf(width);
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
  },
);
