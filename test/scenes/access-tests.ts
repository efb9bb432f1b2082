import { expect, test } from 'vitest';
import { inMatrix } from '../matrix.ts';
import { edgelessFields, expectEverythingFits, layoutShiftOf, narrow } from './layout.ts';
import type { Scene } from './scene.ts';
import { stagedScenes } from './staged-scenes.ts';
import { expectNoViolations, firstWindowOf } from './violations.ts';
import { expectWayByKeyboard } from './way-by-keyboard.ts';

/** A usual run looks at each screen as it mostly is, by all rules; `npm run test:all` at each of its states. */
function lookedAt(scenes: readonly Scene[]): readonly Scene[] {
  const isFirst = ({ screen }: Scene, index: number) =>
    scenes.findIndex((one) => one.screen === screen) === index;
  const usual = scenes.filter((scene, index) => scene.state === 'normal' || isFirst(scene, index));
  return inMatrix({ usual, whole: scenes });
}

/**
 * Declares what each of these scenes must be to everybody, in the order in which one visit can show it all: a test
 * stays at the scene of the test before.
 */
export function testAccess(scenes: readonly Scene[]): void {
  const stage = stagedScenes();
  for (const scene of lookedAt(scenes)) {
    const { act, arrive, content, screen, state } = scene;
    const name = `${screen}, ${state}`;
    // Hundreds of items fit as one does, and are the same stop hundreds of times.
    if (!act && content !== 'many') {
      test(`${name} does not jump, fits at 200 % zoom, and holds the widest spacing of text in the narrowest window`, {
        tags: 'slow',
      }, async () => {
        const page = await stage.enter(scene, narrow);
        if (!arrive) expect(await layoutShiftOf(page)).toBeLessThanOrEqual(0.02);
        await expectEverythingFits(page);
      });
    }
    if (!act && !arrive && content !== 'many') {
      test(`the Tab key goes through ${name}: each stop is seen, outlined and free of the toggle`, {
        tags: 'slow',
      }, async () => {
        const page = await stage.stay(scene, { width: 390, height: 700 });
        await expectWayByKeyboard(page);
      });
    }
    if (screen === 'home' && state === 'normal') {
      test(`who asks for less motion sees ${name} stand still`, async () => {
        const page = await stage.stay(scene);
        const moving = await page.evaluate(
          () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
        );
        expect(moving).toBe(0);
      });
    }
    if (state === 'normal') {
      test(`in forced colours ${name} keeps the edges of its buttons and fields`, async () => {
        const page = await stage.stay(scene);
        await page.emulateMedia({ forcedColors: 'active' });
        expect(await edgelessFields(page)).toEqual([]);
        await page.emulateMedia({ forcedColors: 'none' });
      });
    }
    test(`axe finds nothing on ${name}`, async () => {
      await expectNoViolations(await stage.stay(scene, firstWindowOf(scene)), scene);
    });
  }
}
