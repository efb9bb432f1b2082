import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The narrowest window that WCAG 2.2 asks about. */
export const narrow = { width: 320, height: 700 };
/** A laptop's window of 1366 by 768 pixels at 200 % zoom. */
const zoomed = { width: 683, height: 384 };
/** WCAG 2.2, 1.4.12. */
const widestSpacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';

/** Text that is cut, or runs over the edge of what holds it; what scrolls by itself is meant to. */
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

/** Has the page wear these styles on top of its own, which no policy forbids to what is built in script. */
function wear(page: Page, css: string): Promise<void> {
  return page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);
}

/** Expects that everything fits at 200 % zoom, and in the narrowest window with the widest spacing of text. */
export async function expectEverythingFits(page: Page): Promise<void> {
  await expectNothingCut(page, zoomed);
  await wear(page, widestSpacing);
  await expectNothingCut(page, narrow);
  await wear(page, '');
}

/** Cumulative layout shift so far: what moved in sight without anybody having asked for it (web.dev/cls). */
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

/** The buttons and fields that have no edge, as HTML. */
export function edgelessFields(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'main input:not([type=radio], [type=checkbox]), main textarea, main select, .theme-toggle',
      ),
    ]
      .filter((element) => element.getClientRects().length > 0)
      // What nobody sees needs none.
      .filter((element) => element.closest('[aria-hidden=true]') === null)
      // What is typed beside what was chosen has the edge of the box that holds both; a file that of its button.
      .map((element) =>
        element.matches('[role=combobox], [type=file]')
          ? (element.parentElement ?? element)
          : element,
      )
      // The theme's toggle has its edge a little within the area that it listens on.
      .filter((element) =>
        [null, '::before'].every(
          (part) => getComputedStyle(element, part).borderTopWidth === '0px',
        ),
      )
      .map((element) => element.outerHTML),
  );
}
