import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const longestWay = 400;

interface Stop {
  readonly name: string;
  readonly isOutlined: boolean;
  readonly isInViewport: boolean;
  readonly isUnderToggle: boolean;
}

/** The focused element; null when the focus has left the page. */
function stopOf(page: Page): Promise<Stop | null> {
  return page.evaluate(async () => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return null;
    // Reduced motion makes transitions short, but not instant.
    await Promise.all(focused.getAnimations().map(({ finished }) => finished));
    const { outlineStyle, outlineWidth } = getComputedStyle(focused);
    const box = focused.getBoundingClientRect();
    const toggle = document.querySelector('.theme-toggle');
    const other = toggle?.getBoundingClientRect();
    const isApart =
      !other ||
      toggle === focused ||
      // A full-width picture is visible beside the toggle.
      box.width >= innerWidth ||
      box.right <= other.left ||
      box.bottom <= other.top ||
      box.top >= other.bottom;
    const text = focused.getAttribute('aria-label') ?? focused.textContent?.trim();
    return {
      name: `${focused.tagName.toLowerCase()} ${text || focused.getAttribute('name') || ''}`,
      isOutlined: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      isInViewport:
        box.width > 0 &&
        box.bottom > 0 &&
        box.top < innerHeight &&
        box.left < innerWidth &&
        box.right > 0,
      isUnderToggle: !isApart,
    };
  });
}

/** Presses Tab through the page, until the focus leaves the page or is back at the start. */
async function walk(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  while (stops.length < longestWay) {
    await page.keyboard.press('Tab');
    const stop = await stopOf(page);
    if (stop === null || (stops.length > 2 && stop.name === 'a Skip to content')) break;
    stops.push(stop);
  }
  return stops;
}

/** Expects the Tab key to reach all of the page: each stop is visible, outlined and not under the toggle. */
export async function expectWayByKeyboard(page: Page): Promise<void> {
  const stops = await walk(page);
  expect(stops[0]?.name).toBe('a Skip to content');
  expect(stops.length).toBeGreaterThan(2);
  expect(stops.length).toBeLessThan(longestWay);
  expect(
    stops.filter((stop) => !stop.isOutlined || !stop.isInViewport || stop.isUnderToggle),
  ).toEqual([]);
}
