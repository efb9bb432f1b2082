import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { VisitOptions } from './browser.ts';

/** A way of operating the site without a mouse. */
export interface InputMode {
  readonly name: string;
  readonly visit: VisitOptions;
  /** Presses a control; fails the test if this mode can't reach it, or not well. */
  press(target: Locator): Promise<void>;
  /** Types into a field, after what it contains. */
  type(field: Locator, text: string): Promise<void>;
  /** Chooses an option of a select, by its text. */
  choose(select: Locator, option: string): Promise<void>;
}

/** More stops than the longest page has. */
const stopsMax = 400;

/** The control has the focus of the page, or of the shadow tree that it is in. */
const isFocused = (target: Locator) => target.evaluate((element) => element.matches(':focus'));

/** Whether the focused control is marked, in the window, and not covered by something else. */
function howItIsSeen(target: Locator) {
  return target.evaluate((element) => {
    const marks = [element, ...element.querySelectorAll('*')].map((one) => getComputedStyle(one));
    const parent = element.parentElement && getComputedStyle(element.parentElement);
    const box = element.getBoundingClientRect();
    const x = box.left + Math.min(box.width / 2, 40);
    const y = box.top + Math.min(box.height / 2, 20);
    const seen = (element.getRootNode() as Document | ShadowRoot).elementFromPoint(x, y);
    return {
      isMarked: [...marks, ...(parent ? [parent] : [])].some(
        ({ outlineStyle, outlineWidth, boxShadow }) =>
          (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none',
      ),
      // A toast goes by itself.
      isUncovered:
        seen !== null &&
        (element.contains(seen) || seen.contains(element) || seen.closest('.Toastify') !== null),
    };
  });
}

/** The key that moves within the focused toolbar or menu that the control is in; Tab elsewhere. */
const keyTowards = (target: Locator) =>
  target.evaluate((element) => {
    const group = element.closest('[role=toolbar], [role=menu]');
    if (!group?.contains(document.activeElement)) return 'Tab';
    return group.role === 'menu' ? 'ArrowDown' : 'ArrowRight';
  });

/** Moves the focus to a control by keys alone, as a person would who can't use a mouse. */
async function tabTo(target: Locator): Promise<void> {
  const { keyboard } = target.page();
  await target.waitFor();
  for (let stops = 0; !(await isFocused(target)); stops += 1) {
    if (stops === stopsMax) throw new Error(`No key reaches ${target}`);
    await keyboard.press(await keyTowards(target));
  }
  await expect
    .poll(() => howItIsSeen(target), { timeout: 5_000, message: String(target) })
    .toEqual({ isMarked: true, isUncovered: true });
}

const isToggle = (target: Locator) =>
  target.evaluate((element) => element.matches('[type=checkbox], [type=radio]'));

/** Types into a field after it was focused in the way of an input mode. */
const typeAfter =
  (focus: (target: Locator) => Promise<void>) =>
  async (field: Locator, text: string): Promise<void> => {
    await focus(field);
    await field.page().keyboard.press('Control+End');
    await field.page().keyboard.type(text);
  };

const keyboard: InputMode = {
  name: 'by keyboard',
  visit: {},
  async press(target) {
    await tabTo(target);
    await target.page().keyboard.press((await isToggle(target)) ? 'Space' : 'Enter');
  },
  type: typeAfter(tabTo),
  async choose(select, option) {
    await tabTo(select);
    await select.page().keyboard.type(option);
  },
};

/** The side of a finger's target in pixels, the label of a box; links within sentences are exempt. */
const sizeUnderFinger = (target: Locator) =>
  target.evaluate((element) => {
    const isInSentence = element.matches('a') && getComputedStyle(element).display === 'inline';
    const isBox = element.matches('[type=checkbox], [type=radio]');
    const target = (isBox && (element as HTMLInputElement).labels?.[0]) || element;
    return isInSentence ? 44 : target.getBoundingClientRect().height;
  });

async function tap(target: Locator): Promise<void> {
  await target.waitFor();
  expect(await sizeUnderFinger(target), String(target)).toBeGreaterThan(43.5);
  await target.tap();
}

/** Touch at 390 pixels, where nothing appears on hover. */
const touch: InputMode = {
  name: 'by touch at 390',
  visit: { width: 390, byTouch: true },
  press: tap,
  type: typeAfter(tap),
  async choose(select, option) {
    await tap(select);
    await select.selectOption(option);
  },
};

export const inputModes: readonly InputMode[] = [keyboard, touch];
