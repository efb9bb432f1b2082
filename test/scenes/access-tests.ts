import { expect, test } from 'vitest';
import { inMatrix } from '../matrix.ts';
import { edgelessFields, expectEverythingFits, layoutShiftOf, narrow } from './layout.ts';
import type { Scene } from './scene.ts';
import { stagedScenes } from './staged-scenes.ts';
import { expectNoViolations, firstWindowOf } from './violations.ts';
import { expectWayByKeyboard } from './way-by-keyboard.ts';

/** A usual run checks each screen in its normal state, by all rules; `npm run test:all` in each state. */
function lookedAt(scenes: readonly Scene[]): readonly Scene[] {
  const isFirst = ({ screen }: Scene, index: number) =>
    scenes.findIndex((one) => one.screen === screen) === index;
  const usual = scenes.filter((scene, index) => scene.state === 'normal' || isFirst(scene, index));
  return inMatrix({ usual, whole: scenes });
}

/**
 * Declares the accessibility tests of these scenes, ordered so that one visit can cover them: a test stays at the scene
 * of the test before.
 */
export function testAccess(scenes: readonly Scene[]): void {
  const stage = stagedScenes();
  for (const scene of lookedAt(scenes)) {
    const { act, arrive, content, screen, state } = scene;
    const name = `${screen}, ${state}`;
    // Hundreds of items fit as one does, and repeat the same Tab stop hundreds of times.
    if (!act && content !== 'many') {
      test(`${name} has no layout shift, fits at 200 % zoom, and holds the widest text spacing in the narrowest window`, {
        tags: 'slow',
      }, async () => {
        const page = await stage.enter(scene, narrow);
        if (!arrive) expect(await layoutShiftOf(page)).toBeLessThanOrEqual(0.02);
        await expectEverythingFits(page);
      });
    }
    if (!act && !arrive && content !== 'many') {
      test(`the Tab key reaches ${name} stop by stop: each stop is visible, outlined and not under the toggle`, {
        tags: 'slow',
      }, async () => {
        const page = await stage.stay(scene, { width: 390, height: 700 });
        await expectWayByKeyboard(page);
      });
    }
    if (screen === 'home' && state === 'normal') {
      test(`with reduced motion ${name} runs no animation`, async () => {
        const page = await stage.stay(scene);
        const moving = await page.evaluate(
          () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
        );
        expect(moving).toBe(0);
      });
    }
    if (state === 'normal') {
      test(`in forced colours the buttons and fields of ${name} keep their borders`, async () => {
        const page = await stage.stay(scene);
        await page.emulateMedia({ forcedColors: 'active' });
        expect(await edgelessFields(page)).toEqual([]);
        await page.emulateMedia({ forcedColors: 'none' });
      });
    }
    test(`axe finds no accessibility violations on ${name}`, async () => {
      await expectNoViolations(await stage.stay(scene, firstWindowOf(scene)), scene);
    });
  }
}
