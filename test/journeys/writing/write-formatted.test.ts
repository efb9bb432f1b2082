// @module-tag slow
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signUpInBackground } from '../../account.ts';
import { eventually, open } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import {
  boxOf,
  fillBlog,
  openEditor,
  publishInBackground,
  putLongText,
  someText,
} from '../../writing.ts';

const site = visitedSite();

const look = (page: Page) => page.getByRole('button', { name: 'Show as it will be read' });
const editorOf = (page: Page) =>
  page.getByRole('textbox', { name: 'Long Description', exact: true });

/** What the person's newest draft holds: on the device until the server has it, and then only there. */
function keptText(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => {
    const kept = Object.entries(localStorage).find(([key]) => key.startsWith('draft:'))?.[1];
    if (kept) return JSON.parse(kept).text.longDescription;
    const { draft } = await (await fetch('/api/lastDraft')).json();
    return draft?.text.longDescription;
  });
}

/** What is seen on the line that begins so. */
function lineOf(page: Page, words: string) {
  return page.locator('.cm-line', { hasText: words });
}

async function openFormatted(page: Page): Promise<void> {
  await look(page).click();
  await page.locator('.cm-content').waitFor();
}

test('a text looks as it will be read, its marks where the caret is, and is Markdown to the letter', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await openFormatted(page);
  await editorOf(page).click();
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

test('the choice is remembered, and where one stood as well; back in the plain field nothing has changed', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  const plain = boxOf(page, 'longDescription');
  await plain.fill('One two three.');
  await plain.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(4, 7));
  await openFormatted(page);
  await page.getByRole('button', { name: 'Bold', exact: true }).click();
  await eventually(() => keptText(page)).toBe('One **two** three.');
  await page.keyboard.press('Control+z');
  await eventually(() => keptText(page)).toBe('One two three.');
  await look(page).click();
  await eventually(() => plain.inputValue()).toBe('One two three.');
  await openFormatted(page);
  await page.reload();
  await page.locator('.cm-content').waitFor();
});

test('what was typed in the plain field can be undone, and done again, after it is formatted', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await boxOf(page, 'longDescription').fill('One.\n\nTwo.');
  await openFormatted(page);
  const lines = () => page.locator('.cm-line').allTextContents();
  expect(await lines()).toEqual(['One.', '', 'Two.']);
  await editorOf(page).click();
  await page.keyboard.press('Control+z');
  await eventually(lines).toEqual(['']);
  await page.keyboard.press('Control+Shift+z');
  await eventually(lines).toEqual(['One.', '', 'Two.']);
  await eventually(() => keptText(page)).toBe('One.\n\nTwo.');
});

test('what is published is what was typed last, and an empty text is asked for', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await openFormatted(page);
  await fillBlog(page, { ...someText, longDescription: '' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const editor = editorOf(page);
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

test('what is pasted is Markdown, as in the plain field', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await openFormatted(page);
  await editorOf(page).click();
  await page.keyboard.type('Before. ');
  await editorOf(page).evaluate((content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'a b');
    clipboardData.setData('text/html', '<p>a <b>b</b></p>');
    const init = { clipboardData, bubbles: true, cancelable: true, composed: true };
    content.dispatchEvent(new ClipboardEvent('paste', init));
  });
  await eventually(() => keptText(page)).toBe('Before. a **b**');
});

test('a text that is opened and not changed stays byte for byte, odd line ends and all', async () => {
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  const longDescription = '# A\r\n\r\nb\t\u00a0 **c**  \r\n\n\n* d\n+ e\n\n<b>f</b>\u2028g';
  const id = await publishInBackground(context, site.url, { longDescription });
  const saved = await (await context.request.get(`/api/blog/${id}`)).json();
  await page.addInitScript(() => localStorage.setItem('writing', 'formatted'));
  await open(page, `/update-blog/${id}`);
  await page.locator('.cm-content').waitFor();
  await boxOf(page, 'title').fill('Another title');
  await page.getByRole('button', { name: 'Update Blog', exact: true }).click();
  await page.waitForURL('**/blog/**');
  const now = await (await context.request.get(`/api/blog/${id}`)).json();
  expect(now.title).toBe('Another title');
  expect(now.longDescription).toBe(saved.longDescription);
});

test('a long text is formatted by itself, and the caret stays where one types', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  const box = boxOf(page, 'longDescription');
  await box.fill('Words of a long text. '.repeat(1_817));
  await box.press('Control+Home');
  await page.keyboard.type('More than a few words here, so that it is long. ');
  await page.locator('.cm-content').waitFor();
  await page.keyboard.type('On.');
  await eventually(() => keptText(page)).toMatch(
    /^More than a few words here, so that it is long\. On\.Words/,
  );
});

/** Which field has the focus and what is selected in it, and where its line is in the window. */
function placeIn(page: Page) {
  return editorOf(page).evaluate((content) => {
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

/** The place as soon as the page has come to rest. */
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
  // The address changes first: until then this page would be scrolled for the press.
  await page.getByLabel('Search by title').waitFor();
  await page.getByRole('link', { name: 'Add Blog' }).first().click();
}

test('one goes on where one stopped: caret, what is in sight, and focus', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await putLongText(page, countedLines(300).join('\n\n'));
  await openFormatted(page);
  await editorOf(page).press('Control+End');
  for (let count = 0; count < 200; count += 1) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ArrowDown');
  await page.mouse.wheel(0, 150);
  await eventually(() => placeIn(page)).toMatchObject({ hasFocus: true });
  const left = await settledPlace(page);
  await page.reload();
  await eventually(() => placeIn(page)).toEqual(left);
  await leaveAndComeBack(page);
  await eventually(() => placeIn(page)).toEqual(left);
});

test('a long text that was formatted as one wrote is so again, where one stopped', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await putLongText(page, countedLines(1_000).join('\n\n'));
  await boxOf(page, 'longDescription').press('Control+Home');
  await page.keyboard.type('First. ');
  await page.locator('.cm-content').waitFor();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Last.');
  const left = await settledPlace(page);
  expect(left.to).toMatch(/Last\.$/);
  await page.reload();
  await eventually(() => placeIn(page)).toEqual(left);
});

test('a press of the label leads into the text', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await openFormatted(page);
  await page.locator('label', { hasText: 'Long Description' }).click();
  await page.keyboard.type('Here.');
  await eventually(() => keptText(page)).toBe('Here.');
});

test('where the editor does not come, one writes in the plain field', async () => {
  const { page, context } = await site.visit({ allowedComplaints: /live-editor/ });
  await page.route(/live-editor/, (route) => route.abort());
  await page.addInitScript(() => localStorage.setItem('writing', 'formatted'));
  await openEditor(page, context, site.url);
  await boxOf(page, 'longDescription').fill('Plain.');
  await eventually(() => keptText(page)).toBe('Plain.');
  expect(await page.locator('.cm-content').count()).toBe(0);
});
