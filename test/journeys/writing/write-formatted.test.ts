// @module-tag slow
import type { Page } from 'playwright-core';
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
  showFormatted,
  showMarkdown,
  someText,
} from '../../writing.ts';

const site = visitedSite();

/** The text of the newest draft: on the device until the server has it, and then only on the server. */
function keptText(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => {
    const kept = Object.entries(localStorage).find(([key]) => key.startsWith('draft:'))?.[1];
    if (kept) return JSON.parse(kept).text.longDescription;
    const { draft } = await (await fetch('/api/lastDraft')).json();
    return draft?.text.longDescription;
  });
}

/** The displayed line with these words. */
function lineOf(page: Page, words: string) {
  return page.locator('.cm-line', { hasText: words });
}

test('the formatted editor shows the text as it will be read, its marks only at the caret, and stores exact Markdown', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await showFormatted(page);
  await formattedText(page).click();
  await page.keyboard.type(
    '## Dough\n\nMix **all** of [it](https://a.example/).\n\n- flour\nwater',
  );
  await eventually(() => keptText(page)).toBe(
    '## Dough\n\nMix **all** of [it](https://a.example/).\n\n- flour\n- water',
  );
  await eventually(() => lineOf(page, 'Dough').textContent()).toBe('Dough');
  expect(await lineOf(page, 'Mix').textContent()).toBe('Mix all of it.');
  await page.keyboard.press('Control+Home');
  await eventually(() => lineOf(page, 'Dough').textContent()).toBe('## Dough');
});

test('switching to Markdown keeps text and caret, and the choice is stored', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  const plain = boxOf(page, 'longDescription');
  await plain.fill('One two three.');
  await plain.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(4, 7));
  await showFormatted(page);
  await page.getByRole('button', { name: 'Bold', exact: true }).click();
  await eventually(() => keptText(page)).toBe('One **two** three.');
  await page.keyboard.press('Control+z');
  await eventually(() => keptText(page)).toBe('One two three.');
  await showMarkdown(page);
  await eventually(() => plain.inputValue()).toBe('One two three.');
  await page.reload();
  await eventually(() => plain.inputValue()).toBe('One two three.');
  const shown = () => page.getByRole('button', { name: 'Markdown' }).getAttribute('aria-pressed');
  await eventually(shown).toBe('true');
  expect(await formattedText(page).count()).toBe(0);
});

test('beside the view, which is underlined, Markdown is ticked and not underlined', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await showMarkdown(page);
  const bar = page.locator('.writing-bar');
  const pressed = bar.locator('[aria-pressed=true]');
  await eventually(() => pressed.allTextContents()).toEqual(['Write', 'Markdown']);
  const underlined = await bar.getByRole('button').evaluateAll((buttons) =>
    buttons
      .filter(({ ariaPressed }) => ariaPressed === 'true')
      .filter((button) => getComputedStyle(button).borderBottomWidth !== '0px')
      .map(({ textContent }) => textContent),
  );
  expect(underlined).toEqual(['Write']);
});

test('the field found by its label contains the whole text, and edits its Markdown', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await formattedText(page).click();
  await page.keyboard.type('As it **will** be.');
  const plain = boxOf(page, 'longDescription');
  await eventually(() => plain.inputValue()).toBe('As it **will** be.');
  await plain.focus();
  await formattedText(page).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Read.');
  await eventually(() => keptText(page)).toBe('As it **will** be. Read.');
});

test('typing in the Markdown field can be undone and redone in the formatted editor', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await boxOf(page, 'longDescription').fill('One.\n\nTwo.');
  await showFormatted(page);
  const lines = () => page.locator('.cm-line').allTextContents();
  expect(await lines()).toEqual(['One.', '', 'Two.']);
  await formattedText(page).click();
  await page.keyboard.press('Control+z');
  await eventually(lines).toEqual(['']);
  await page.keyboard.press('Control+Shift+z');
  await eventually(lines).toEqual(['One.', '', 'Two.']);
  await eventually(() => keptText(page)).toBe('One.\n\nTwo.');
});

test('the formatted editor publishes the latest text, and reports an empty one', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await showFormatted(page);
  const { longDescription: _, ...others } = someText;
  await fillBlog(page, others);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const editor = formattedText(page);
  await eventually(() => editor.getAttribute('aria-invalid')).toBe('true');
  expect(
    await editor.evaluate(
      (node) => node.getRootNode() instanceof ShadowRoot && node.matches(':focus'),
    ),
  ).toBe(true);
  await page.keyboard.type('The very last words');
  const reply = page.waitForResponse((given) => given.url().endsWith('/api/addBlog'));
  await page.keyboard.type('.');
  await page.keyboard.press('Control+Enter');
  const { _id } = await (await reply).json();
  const blog = await (await context.request.get(`/api/blog/${_id}`)).json();
  expect(blog.longDescription).toBe('The very last words.');
});

test('pasting into the formatted editor converts to Markdown, as in the Markdown field', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await showFormatted(page);
  await formattedText(page).click();
  await page.keyboard.type('Before. ');
  await formattedText(page).evaluate((content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'a b');
    clipboardData.setData('text/html', '<p>a <b>b</b></p>');
    const init = { clipboardData, bubbles: true, cancelable: true, composed: true };
    content.dispatchEvent(new ClipboardEvent('paste', init));
  });
  await eventually(() => keptText(page)).toBe('Before. a **b**');
});

test('a text that is opened but not changed stays identical byte for byte, with unusual line ends', async () => {
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  const longDescription = '# A\r\n\r\nb\t\u00a0 **c**  \r\n\n\n* d\n+ e\n\n<b>f</b>\u2028g';
  const id = await publishInBackground(context, site.url, { longDescription });
  const saved = await (await context.request.get(`/api/blog/${id}`)).json();
  await open(page, `/update-blog/${id}`);
  await page.locator('.cm-content').waitFor();
  await boxOf(page, 'title').fill('Another title');
  await page.getByRole('button', { name: 'Update Blog', exact: true }).click();
  await page.waitForURL('**/blog/**');
  const now = await (await context.request.get(`/api/blog/${id}`)).json();
  expect(now.title).toBe('Another title');
  expect(now.longDescription).toBe(saved.longDescription);
});

/** Whether the text has the focus, its selection, and the position of its line in the window. */
function placeIn(page: Page) {
  return formattedText(page).evaluate((content) => {
    const root = content.getRootNode() as ShadowRoot & { getSelection?(): Selection | null };
    const { anchorNode, focusNode } = root.getSelection?.() ?? {};
    const line = (node: Node | null | undefined) =>
      (node instanceof Element ? node : node?.parentElement)?.closest('.cm-line');
    return {
      hasFocus: content.matches(':focus'),
      from: line(anchorNode)?.textContent,
      to: line(focusNode)?.textContent,
      top: Math.round(line(focusNode)?.getBoundingClientRect().top ?? Number.NaN),
    };
  });
}

/** The place once the page has stopped scrolling. */
async function settledPlace(page: Page) {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let last = Number.NaN;
        const look = () => {
          if (scrollY === last) return resolve();
          last = scrollY;
          requestAnimationFrame(() => requestAnimationFrame(look));
        };
        look();
      }),
  );
  return placeIn(page);
}

const countedLines = (count: number) =>
  Array.from({ length: count }, (_, index) => `Line ${index} of many, so long that it takes two.`);

async function leaveAndComeBack(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/All-blogs"]')?.click());
  // The address changes first: a click before the new page would scroll this one.
  await page.getByLabel('Search by title').waitFor();
  await page.getByRole('link', { name: 'Add Blog' }).first().click();
  await page.getByRole('link', { name: 'Go on with it' }).click();
}

test('a draft that is opened again restores caret, scroll position and focus', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await putLongText(page, countedLines(300).join('\n\n'));
  await showFormatted(page);
  await formattedText(page).press('Control+End');
  for (let count = 0; count < 200; count += 1) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ArrowDown');
  const { top } = await settledPlace(page);
  await page.mouse.wheel(0, -150);
  // The browser scrolls some frames after the wheel was turned.
  await eventually(async () => (await placeIn(page)).top).not.toBe(top);
  await eventually(() => placeIn(page)).toMatchObject({ hasFocus: true });
  const left = await settledPlace(page);
  await page.reload();
  await eventually(() => placeIn(page)).toEqual(left);
  await leaveAndComeBack(page);
  await eventually(() => placeIn(page)).toEqual(left);
});

test('a click on the label focuses the formatted editor', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await showFormatted(page);
  await page.locator('label', { hasText: 'Long Description' }).click();
  await page.keyboard.type('Here.');
  await eventually(() => keptText(page)).toBe('Here.');
});

test('if the formatted editor fails to load, the Markdown field works', async () => {
  const { page, context } = await site.visit({ allowedComplaints: /live-editor/ });
  await page.route(/live-editor/, (route) => route.abort());
  await openEditor(page, context, site.url);
  await boxOf(page, 'longDescription').fill('Plain.');
  await eventually(() => keptText(page)).toBe('Plain.');
  expect(await formattedText(page).count()).toBe(0);
});

/** Puts a text into the formatted editor without typing, so that lists don't continue automatically. */
async function writeLines(page: Page, text: string): Promise<void> {
  await putLongText(page, text);
  await formattedText(page).click();
  await page.keyboard.press('Control+Home');
}

test('lists, tasks, quotes, rules and footnotes are displayed as they will be published', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await formattedText(page).waitFor();
  const text = 'Top[^1].\n\n- one\n  - two\n\n1. three\n\n- [ ] four\n\n> five\n\n---\n\n[^1]: six';
  await writeLines(page, text);
  await eventually(() => page.locator('.cm-line .bullet').count()).toBe(2);
  const lines = () => page.locator('.cm-line').allTextContents();
  await eventually(async () => (await lines()).filter(Boolean)).toEqual([
    'Top[^1].',
    '•one',
    '•two',
    '1. three',
    'four',
    'five',
    '[^1]: six',
  ]);
  expect(await page.locator('.rule').count()).toBe(1);
  const box = page.getByRole('checkbox', { name: 'Done' });
  await box.click();
  await eventually(() => keptText(page)).toBe(text.replace('[ ]', '[x]'));
  expect(await box.isChecked()).toBe(true);
  await lineOf(page, 'four').click();
  await page.keyboard.press('Control+Alt+Enter');
  await eventually(() => keptText(page)).toBe(text);
});

test('typing at the start of a list item stays inside it, and Backspace makes it a paragraph', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await formattedText(page).click();
  await page.keyboard.type('- ne');
  await page.keyboard.press('Home');
  await page.keyboard.type('o');
  await eventually(() => keptText(page)).toBe('- one');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await eventually(() => keptText(page)).toBe('one');
});

/** Waits until the browser has drawn the last keystroke, so that editor and browser agree on the caret. */
function painted(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );
}

test('a table is edited cell by cell, and remains a valid table', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await formattedText(page).waitFor();
  await writeLines(page, '| A | B |\n| --- | --: |\n| c | d |\n\nAfter.');
  const cells = page.locator('.cm-line .cell');
  await eventually(() => cells.allTextContents()).toEqual([' A ', ' B ', ' c ', ' d ']);
  const tops = await cells.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(tops[0]).toBe(tops[1]);
  await page.keyboard.type('x');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('y|');
  await eventually(() => keptText(page)).toBe('|x A | B |\n| --- | --: |\n| y\\|c | d |\n\nAfter.');
  await page.keyboard.press('Tab');
  await page.keyboard.type('e');
  // Deletes the blank, and then nothing: the bar that ends the cell can't be deleted.
  for (let count = 0; count < 3; count += 1) await page.keyboard.press('Delete');
  await eventually(() => keptText(page)).toBe('|x A | B |\n| --- | --: |\n| y\\|c | e|\n\nAfter.');
  await painted(page);
  await page.keyboard.press('ArrowUp');
  await painted(page);
  await page.keyboard.type('f');
  await eventually(() => keptText(page)).toBe('|x A | fB |\n| --- | --: |\n| y\\|c | e|\n\nAfter.');
});

test('a table too wide for cells is edited as it is written', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await formattedText(page).waitFor();
  const rowOf = (cell: string) => `|${`${cell}|`.repeat(9)}`;
  const [head, dashes, row] = ['a', '-', 'b'].map(rowOf);
  await writeLines(page, [head, dashes, row].join('\n'));
  await page.locator('.cm-line.table-line').first().waitFor();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Backspace');
  await eventually(() => keptText(page)).toBe([head, dashes, row?.slice(0, -1)].join('\n'));
});

test('a table without bars at its ends is edited cell by cell, and remains a valid table', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await formattedText(page).waitFor();
  await writeLines(page, 'A | B\n--- | ---\nc | d\n\nAfter.');
  const cells = page.locator('.cm-line .cell');
  await eventually(() => cells.allTextContents()).toEqual(['A ', ' B', 'c ', ' d']);
  const tops = await cells.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(tops[0]).toBe(tops[1]);
  await page.keyboard.press('ArrowDown');
  // At the start of a row Backspace would join it to the row above.
  await page.keyboard.press('Backspace');
  await page.keyboard.type('x|');
  await page.keyboard.press('Tab');
  await page.keyboard.type('e');
  await page.keyboard.press('Delete');
  await eventually(() => keptText(page)).toBe('A | B\n--- | ---\nx\\|c | e\n\nAfter.');
  await page.keyboard.press('Tab');
  await page.keyboard.type('f');
  await eventually(() => keptText(page)).toBe('A | B\n--- | ---\nx\\|c | e\n| f |  |\n\nAfter.');
});

test('a numbered list is displayed with the numbers that readers see', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await formattedText(page).waitFor();
  const text = '3. one\n3. two\n   1) in\n   1) inner\n3. three\n\nAfter.';
  await writeLines(page, text);
  await page.keyboard.press('Control+End');
  const lines = () => page.locator('.cm-line').allTextContents();
  await eventually(async () => (await lines()).filter(Boolean)).toEqual([
    '3. one',
    '4. two',
    '1) in',
    '2) inner',
    '5. three',
    'After.',
  ]);
  expect(await boxOf(page, 'longDescription').inputValue()).toBe(text);
});

test('a key pressed between a render and its effects leaves the text and the caret alone', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await formattedText(page).click();
  await page.keyboard.type('one two');
  for (let count = 0; count < 3; count += 1) await page.keyboard.press('ArrowLeft');
  await eventually(() => keptText(page)).toBe('one two');
  // A render writes the text into the plain field: the next key comes right after that, before the effects.
  const field = await formattedText(page).elementHandle();
  await page.locator('.writing-area').evaluate((area: HTMLTextAreaElement, live) => {
    const own = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value');
    Object.defineProperty(area, 'value', {
      configurable: true,
      get: () => own?.get?.call(area),
      set(text: string) {
        own?.set?.call(area, text);
        const enter = { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true };
        if (text === 'one xtwo') live?.dispatchEvent(new KeyboardEvent('keydown', enter));
      },
    });
  }, field);
  await page.keyboard.type('x');
  await eventually(() => keptText(page)).toBe('one x\ntwo');
  await page.keyboard.type('z');
  await eventually(() => keptText(page)).toBe('one x\nztwo');
});

test('keys in the formatted editor leave the element of the Markdown field alone: a change there costs the styles of the page', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await boxOf(page, 'longDescription').fill('The lamp is lit.');
  const lastDraft = async () => (await (await page.request.get('/api/lastDraft')).json()).draft;
  await eventually(async () => (await lastDraft())?.text.longDescription).toBe('The lamp is lit.');
  await page.goto(`/Add-Blog?draft=${(await lastDraft()).key}`);
  await showFormatted(page);
  await formattedText(page).click();
  await page.keyboard.press('Control+End');
  await boxOf(page, 'longDescription').evaluate((area) => {
    const count = () => {
      area.dataset.changes = String(Number(area.dataset.changes ?? 0) + 1);
    };
    new MutationObserver(count).observe(area, { childList: true, characterData: true });
  });
  await page.keyboard.type(' Who goes there?', { delay: 20 });
  await eventually(() => keptText(page)).toBe('The lamp is lit. Who goes there?');
  expect(await boxOf(page, 'longDescription').getAttribute('data-changes')).toBeNull();
});

test('a slash at the start of a line offers what can be inserted', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await formattedText(page).click();
  await page.keyboard.type('/');
  const offers = page.locator('.cm-tooltip-autocomplete').getByRole('option');
  await eventually(() => offers.count()).toBeGreaterThan(8);
  await page.keyboard.type('quo');
  await eventually(() => offers.allTextContents()).toEqual(['Quote']);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Said.');
  await eventually(() => keptText(page)).toBe('> Said.');
});

test('a slash offers a code block', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await formattedText(page).click();
  await page.keyboard.type('/code');
  const offers = page.locator('.cm-tooltip-autocomplete').getByRole('option');
  await eventually(() => offers.allTextContents()).toEqual(['Code block']);
  await page.keyboard.press('Enter');
  await page.keyboard.type('let a;');
  await eventually(() => keptText(page)).toBe('```\nlet a;\n```');
});

test('a selection has a toolbar beside it, and its Link button asks for the address', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await formattedText(page).click();
  await page.keyboard.type('one two');
  await page.keyboard.press('Shift+Control+ArrowLeft');
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  await bar.getByRole('button', { name: 'Bold' }).click();
  await eventually(() => keptText(page)).toBe('one **two**');
  await bar.getByRole('button', { name: 'Link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link' });
  await dialog.getByLabel('Address').fill('a.example/two');
  await page.keyboard.press('Enter');
  await eventually(() => keptText(page)).toBe('one **[two](https://a.example/two)**');
});
