import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The narrowest window that WCAG 2.2 asks about. */
export const narrow = { width: 320, height: 700 };
/** A laptop's window of 1366 by 768 pixels at 200 % zoom. */
const zoomed = { width: 683, height: 384 };
/** WCAG 2.2, 1.4.12 (Text Spacing). */
const widestSpacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';

/** Text that is cut off or overflows its container; elements that scroll by design are excluded. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls =
      '.hero-picture, .ticker-window, .table-scroll, .one-line, [role=toolbar], pre, .sr-only, .bookmark > span, .skip-link, textarea, select, input, dialog:not([open]), [popover]';
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

async function expectNothingCut(page: Page, window: typeof narrow): Promise<void> {
  await page.setViewportSize(window);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(window.width);
  expect(await cutTexts(page)).toEqual([]);
}

/** Applies styles on top of the page's own; the policy doesn't restrict style sheets constructed by script. */
function wear(page: Page, css: string): Promise<void> {
  return page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);
}

/** Expects that everything fits at 200 % zoom, and in the narrowest window with the widest text spacing. */
export async function expectEverythingFits(page: Page): Promise<void> {
  await expectNothingCut(page, zoomed);
  await wear(page, widestSpacing);
  await expectNothingCut(page, narrow);
  await wear(page, '');
}

/** Cumulative layout shift so far: visible movement that no input caused (web.dev/cls). */
export function layoutShiftOf(page: Page): Promise<number> {
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

/** The buttons and fields without a border, as HTML. */
export function edgelessFields(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'main input:not([type=radio], [type=checkbox]), main textarea, main select, .theme-toggle',
      ),
    ]
      .filter((element) => element.getClientRects().length > 0)
      // Hidden elements need no border.
      .filter((element) => element.closest('[aria-hidden=true]') === null)
      // A combobox input has the border of the box around it and the chosen values; a file field that of its button.
      .map((element) =>
        element.matches('[role=combobox], [type=file]')
          ? (element.parentElement ?? element)
          : element,
      )
      // The border of the theme toggle is slightly inside its click area.
      .filter((element) =>
        [null, '::before'].every(
          (part) => getComputedStyle(element, part).borderTopWidth === '0px',
        ),
      )
      .map((element) => element.outerHTML),
  );
}
