// @module-tag slow
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { signUpInBackground } from '../../account.ts';
import { eventually, open } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import {
  boxOf,
  fillBlog,
  formattedText,
  openEditor,
  publishInBackground,
  putLongText,
  saveStatus,
  someText,
} from '../../writing.ts';

const site = visitedSite();

const isFocused = (field: Locator) => field.evaluate((box) => box === document.activeElement);

test.for([1366, 390])(
  'at %i px the footer is at the end of the page, despite hidden elements in the preview',
  async (width) => {
    const { page, context } = await site.visit({ width });
    await signUpInBackground(context, site.url);
    const paragraphs = Array.from({ length: 60 }, (_, index) => `Paragraph ${index}.`);
    const notes = '| a | b[^1] |\n| - | - |\n| 1 | 2 |\n\nIt is noted.[^1]\n\n[^1]: Far below.';
    const longDescription = [...paragraphs, notes].join('\n\n');
    const id = await publishInBackground(context, site.url, { longDescription });
    await open(page, `/update-blog/${id}`);
    const preview = page.getByRole('region', { name: 'Preview' });
    await page.getByRole('button', { name: width < 1280 ? 'Preview' : 'Both' }).click();
    await preview.getByText('Far below.').waitFor();
    const below = await page.evaluate(() => {
      const footer = document.querySelector('footer.no-print')?.getBoundingClientRect();
      return document.documentElement.scrollHeight - scrollY - (footer?.bottom ?? 0);
    });
    expect(Math.abs(below)).toBeLessThanOrEqual(1);
  },
);

/** The position of the caret's line, in a text area that shows its whole text without wrapped lines. */
function caretLineOf(area: Locator): Promise<{ readonly top: number; readonly bottom: number }> {
  return area.evaluate((box) => {
    if (!(box instanceof HTMLTextAreaElement)) throw new Error('Not a text area.');
    const { lineHeight, paddingTop, paddingBottom, borderTopWidth } = getComputedStyle(box);
    const height = Number.parseFloat(lineHeight);
    const above = Number.parseFloat(paddingTop);
    const below = Number.parseFloat(paddingBottom);
    const rows = box.value.split('\n').length;
    const isWhole = Math.abs(box.clientHeight - above - below - rows * height) < height / 2;
    if (!isWhole) throw new Error('The text scrolls by itself, or a line is broken.');
    const row = box.value.slice(0, box.selectionStart).split('\n').length - 1;
    const inside = box.getBoundingClientRect().top + Number.parseFloat(borderTopWidth) + above;
    return { top: inside + row * height, bottom: inside + (row + 1) * height };
  });
}

/** Fixed and sticky elements that cover these lines of the window, within the text's column. */
function coversOf(area: Locator, line: { readonly top: number; readonly bottom: number }) {
  return area.evaluate((box, { top, bottom }) => {
    const column = box.getBoundingClientRect();
    return [...document.querySelectorAll('body *')]
      .filter((element) => ['fixed', 'sticky'].includes(getComputedStyle(element).position))
      .filter((element) => {
        const over = element.getBoundingClientRect();
        const isBeside = over.right <= column.left || over.left >= column.right;
        return !isBeside && over.height > 0 && over.bottom > top && over.top < bottom;
      })
      .map((element) => `${element.tagName} ${element.className}`);
  }, line);
}

test.for([
  { width: 1366, height: 768, keyboard: 0 },
  { width: 390, height: 844, keyboard: 0 },
  { width: 390, height: 844, keyboard: 422 },
])(
  'typing at the end of a long text keeps the caret visible: $width by $height, $keyboard of them a keyboard',
  async (window) => {
    const { width, height, keyboard } = window;
    const { page, context } = await site.visit({ width });
    await page.setViewportSize({ width, height });
    // A virtual keyboard reduces the visual viewport, not the page, as on phones.
    await page.addInitScript((covered) => {
      const all = Object.getOwnPropertyDescriptor(VisualViewport.prototype, 'height')?.get;
      Object.defineProperty(VisualViewport.prototype, 'height', {
        get: () => Number(all?.call(visualViewport)) - covered,
      });
    }, keyboard);
    await openEditor(page, context, site.url);
    // A bar that grows would cover the line of the caret.
    const heights = await page.locator('.writing-bar').evaluateHandle((bar) => {
      const seen = new Set<number>();
      new ResizeObserver(() => seen.add(bar.clientHeight)).observe(bar);
      return seen;
    });
    const area = boxOf(page, 'longDescription');
    await putLongText(
      page,
      Array.from({ length: 80 }, (_, n) => `Line ${n} of the text.`).join('\n\n'),
    );
    await area.press('Control+End');
    await area.pressSequentially('\nThe last words');
    async function expectCaretInSight() {
      // The page follows the caret in the next frame.
      await eventually(async () => {
        const line = await caretLineOf(area);
        const isInWindow = line.top >= 0 && line.bottom <= height - keyboard;
        return isInWindow ? coversOf(area, line) : ['out of the window'];
      }).toEqual([]);
    }

    await expectCaretInSight();
    for (let row = 0; row < 40; row += 1) await page.keyboard.press('ArrowUp');
    await page.keyboard.type('On second thoughts');
    await expectCaretInSight();
    expect(await heights.evaluate((seen) => seen.size)).toBe(1);
  },
);

test('the counter of the short description is visible while typing', async () => {
  const { page, context } = await site.visit({ width: 390 });
  await page.setViewportSize({ width: 390, height: 422 });
  await openEditor(page, context, site.url);
  await boxOf(page, 'shortDescription').pressSequentially('Flour');
  const { y = 0, height = 0 } = (await page.getByText('145 characters left').boundingBox()) ?? {};
  expect(y).toBeGreaterThan(0);
  expect(y + height).toBeLessThanOrEqual(422);
  const line = { top: y, bottom: y + height };
  expect(await coversOf(boxOf(page, 'shortDescription'), line)).toEqual([]);
});

test('Save and the save status stay visible, however long the text is', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await putLongText(page, 'Word.\n\n'.repeat(200));
  await boxOf(page, 'longDescription').press('Control+End');
  for (const part of [page.getByRole('button', { name: 'Save', exact: true }), saveStatus(page)]) {
    const top = async () => (await part.boundingBox())?.y;
    await eventually(top).toBeLessThan(200);
    expect(await top()).toBeGreaterThanOrEqual(0);
  }
});

test('full screen hides everything but the text, and ends if another field has an error', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await fillBlog(page, { title: 'In peace', longDescription: 'Quiet.' });
  const around = [
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    page.getByRole('complementary'),
    page.getByRole('link', { name: 'Export all my blogs' }),
    boxOf(page, 'category'),
  ];
  const seen = () => Promise.all(around.map((part) => part.isVisible()));
  expect(await seen()).toEqual([true, true, true, true, true]);
  await page.keyboard.press('Control+Shift+F');
  await eventually(() => seen()).toEqual([false, false, false, false, false]);
  await page.keyboard.press('Escape');
  await eventually(() => seen()).toEqual([true, true, true, true, true]);
  await page.getByRole('button', { name: 'Full screen' }).click();
  await eventually(() => boxOf(page, 'longDescription').inputValue()).toBe('Quiet.');
  await page.keyboard.press('Control+Enter');
  const summary = page.getByRole('region', { name: 'need another look' });
  await eventually(() => isFocused(summary)).toBe(true);
  await summary.getByRole('link', { name: 'Image URL is required.' }).click();
  await eventually(() => isFocused(boxOf(page, 'imageUrl'))).toBe(true);
});

test('words are counted as on the server, with the minutes to read them', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await page.getByText('0 words', { exact: true }).waitFor();
  await boxOf(page, 'longDescription').fill('A **few** [words](https://example.org) & `more`.');
  await page.getByText('4 words, 1 min read').waitFor();
  await putLongText(page, 'word '.repeat(2_380));
  await page.getByText('2,380 words, 10 min read').waitFor();
});

test('an error of the text is shown if the text is hidden behind its preview', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await fillBlog(page, { ...someText, longDescription: '' });
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Long description is required.').waitFor();
  await eventually(() => isFocused(boxOf(page, 'longDescription'))).toBe(true);
});

test('the details are beside the text on wide windows, and on small ones the text begins on the first screen', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  const boxes = async () => {
    const [text, details] = [formattedText(page), boxOf(page, 'shortDescription')];
    return { text: await text.boundingBox(), details: await details.boundingBox() };
  };
  const wide = await boxes();
  expect(wide.details?.x).toBeGreaterThan((wide.text?.x ?? 0) + (wide.text?.width ?? 0));
  await page.setViewportSize({ width: 390, height: 844 });
  const small = await boxes();
  expect(small.text?.y).toBeLessThan(844);
  expect(small.details?.y).toBeGreaterThan(small.text?.y ?? Number.NaN);
});

test('lists continue with Enter, indent with Tab and end by themselves, and undo reverts each', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  const area = boxOf(page, 'longDescription');
  const { keyboard } = page;
  await area.pressSequentially('1. one');
  await keyboard.press('Enter');
  await keyboard.type('two');
  await eventually(() => area.inputValue()).toBe('1. one\n2. two');
  await keyboard.press('Tab');
  await eventually(() => area.inputValue()).toBe('1. one\n   2. two');
  await keyboard.press('Control+z');
  await eventually(() => area.inputValue()).toBe('1. one\n2. two');
  await keyboard.press('End');
  await keyboard.press('Tab');
  await keyboard.press('Shift+Tab');
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  await keyboard.type('The end');
  await eventually(() => area.inputValue()).toBe('1. one\n2. two\nThe end');
});

test('Tab leaves the text outside lists, and inside them after Escape', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  const area = boxOf(page, 'longDescription');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await area.pressSequentially('Words');
  await page.keyboard.press('Tab');
  await eventually(() => isFocused(save)).toBe(true);
  await area.fill('- item');
  await area.press('Tab');
  await eventually(() => isFocused(area)).toBe(true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await eventually(() => isFocused(save)).toBe(true);
  await area.focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Tab');
  await eventually(() => isFocused(page.getByRole('button', { name: 'Heading' }))).toBe(true);
  await eventually(() => area.inputValue()).toBe('  - item');
});

test.for([
  ['Control+e', '`one`'],
  ['Control+Alt+2', '## one'],
  ['Control+Shift+7', '1. one'],
  ['Control+Shift+8', '- one'],
  ['Control+Shift+9', '- [ ] one'],
] as const)('%s changes a word to %j, and undo reverts it', async ([keys, after]) => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  const area = boxOf(page, 'longDescription');
  await area.pressSequentially('one');
  await area.press('Control+a');
  await area.press(keys);
  await eventually(() => area.inputValue()).toBe(after);
  await area.press('Control+z');
  await eventually(() => area.inputValue()).toBe('one');
});

test('a footnote is inserted at the caret, and its text at the end', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  const area = boxOf(page, 'longDescription');
  await area.pressSequentially('One');
  await page.getByRole('button', { name: 'Insert' }).click();
  await page.getByRole('menuitem', { name: 'Footnote' }).click();
  await page.keyboard.type('And only one.');
  await eventually(() => area.inputValue()).toBe('One[^1]\n\n[^1]: And only one.');
});

test('a table is inserted and extended by menu, and Ctrl+B ends bold text', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  const area = boxOf(page, 'longDescription');
  await area.pressSequentially('All ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('day');
  await page.keyboard.press('Control+b');
  await page.keyboard.type(' long');
  async function pressTable() {
    await page.getByRole('button', { name: 'Insert', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Table', exact: true }).click();
  }
  await pressTable();
  for (const cell of ['Month', 'Storms', 'May', 'Two', 'June']) {
    await page.keyboard.type(cell);
    await page.keyboard.press('Tab');
  }
  await pressTable();
  await page.keyboard.type('Days');
  const rows = '| Month | Storms | Days |\n| --- | --- | --- |\n| May | Two |  |\n| June |  |  |';
  await eventually(() => area.inputValue()).toBe(`All **day** long\n\n${rows}\n\n`);
});

test('the shortcuts for writing are listed on the editor’s page only', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  const opener = page.getByRole('button', { name: 'Keyboard shortcuts' });
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await opener.click();
  await dialog.getByText('Ctrl or ⌘ + Alt + 2').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'Contact us' }).first().click();
  await page.waitForURL('**/contact');
  await opener.click();
  await eventually(() => dialog.getByText('While you write').count()).toBe(0);
});
