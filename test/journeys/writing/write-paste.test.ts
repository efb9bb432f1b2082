// @module-tag slow
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import { boxOf, openEditor } from '../../writing.ts';

const site = visitedSite();

/** Puts a text onto the clipboard as another program does. */
async function copy(
  page: Page,
  context: BrowserContext,
  given: { readonly plain: string; readonly html?: string },
): Promise<void> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(({ plain, html }) => {
    // Uses an event, so that the browser doesn't sanitize the HTML.
    const onCopy = (event: ClipboardEvent) => {
      event.preventDefault();
      event.clipboardData?.setData('text/plain', plain);
      if (html !== undefined) event.clipboardData?.setData('text/html', html);
    };
    document.addEventListener('copy', onCopy, { once: true });
    document.execCommand('copy');
  }, given);
}

const textOf = (page: Page) => boxOf(page, 'longDescription').inputValue();

test('pasted HTML becomes Markdown, can be undone, and is pasted as plain text on request', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  const html =
    '<h2>Dough</h2><p>Mix <b>all</b> of <a href="https://a.example/">it</a>.</p><ul><li>flour<ul><li>rye</li></ul></li></ul><script>document.title = "run"</script>';
  const plain = 'Dough\n\nMix all of it.\n\nflour\nrye';
  const markdown = '## Dough\n\nMix **all** of [it](https://a.example/).\n\n- flour\n  - rye';
  const box = boxOf(page, 'longDescription');
  await box.fill('Before.');
  await copy(page, context, { plain, html });
  await box.press('Control+End');
  await box.press('Control+v');
  await eventually(() => textOf(page)).toBe(`Before.\n\n${markdown}`);
  await page.keyboard.type(' And on.');
  await eventually(() => textOf(page)).toBe(`Before.\n\n${markdown} And on.`);
  expect(await page.title()).not.toBe('run');

  await box.fill('');
  await box.press('Control+v');
  await eventually(() => textOf(page)).toBe(markdown);
  await box.press('Control+z');
  await eventually(() => textOf(page)).toBe('');

  await box.press('Control+Shift+v');
  await eventually(() => textOf(page)).toBe(plain);
});

test('the caret stays visible after a paste, and when a list continues', async () => {
  const { page, context } = await site.visit();
  await page.setViewportSize({ width: 1_366, height: 500 });
  await openEditor(page, context, site.url);
  const box = boxOf(page, 'longDescription');
  const caretIsSeen = () =>
    box.evaluate((area: HTMLTextAreaElement) => {
      const isAtEnd = area.selectionEnd === area.value.length;
      return isAtEnd && area.getBoundingClientRect().bottom <= innerHeight;
    });
  await box.fill('Some words.\n\n'.repeat(20));
  const plain = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight';
  const items = plain.replaceAll(/\w+/g, '<li>$&</li>');
  await copy(page, context, { plain, html: `<ul>${items}</ul>` });
  await box.press('Control+End');
  await box.press('Control+v');
  await eventually(() => textOf(page)).toContain('- eight');
  await eventually(caretIsSeen).toBe(true);
  for (let count = 0; count < 12; count += 1) {
    await page.keyboard.type('x');
    await page.keyboard.press('Enter');
  }
  await eventually(caretIsSeen).toBe(true);
});

test('a long paste can be undone', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  const words = Array.from({ length: 60 }, (_, index) => `Paragraph ${index}.`);
  const html = words.map((line) => `<p><em>${line}</em></p>`).join('');
  const box = boxOf(page, 'longDescription');
  await box.fill('Before and after.');
  await copy(page, context, { plain: words.join('\n'), html });
  await box.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(6, 6));
  await box.press('Control+v');
  const pasted = words.map((line) => `*${line}*`).join('\n\n');
  await eventually(() => textOf(page)).toBe(`Before\n\n${pasted}\n\n and after.`);
  await box.press('Control+z');
  await eventually(() => textOf(page)).toBe('Before and after.');
});

test('thousands of lines are pasted at once, with a text direction for each', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  const box = boxOf(page, 'longDescription');
  const way = () =>
    box.evaluate((area) => [area.getAttribute('dir'), getComputedStyle(area).unicodeBidi]);
  // `dir=auto` would also work, but makes Chromium read all lines again for each: half a minute.
  expect(await way()).toEqual([null, 'plaintext']);
  const count = 10_000;
  await copy(page, context, { plain: 'Words.', html: '<p>Words of a text.</p>'.repeat(count) });
  await box.press('Control+v');
  await eventually(async () => (await textOf(page)).length).toBe(count * 18 - 2);
  await eventually(way).toEqual(['ltr', 'isolate']);
});

test('a URL pasted onto a selection makes it a link', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  const box = boxOf(page, 'longDescription');
  await box.fill('Read this book.');
  await copy(page, context, { plain: 'https://a.example/book' });
  await box.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(5, 9));
  await box.press('Control+v');
  await eventually(() => textOf(page)).toBe('Read [this](https://a.example/book) book.');
});

test('if the script that converts a paste fails to load, plain text is pasted', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await page.route(/paste-worker/, (route) => route.abort());
  const box = boxOf(page, 'longDescription');
  await box.fill('');
  await copy(page, context, { plain: 'a b', html: '<p>a <b>b</b></p>' });
  await box.press('Control+v');
  await eventually(() => textOf(page)).toBe('a b');
});

test('HTML dropped from another page becomes Markdown where it is dropped', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  const box = boxOf(page, 'longDescription');
  await box.fill('Before.');
  await box.evaluate((area) => {
    const { left, top } = area.getBoundingClientRect();
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/plain', 'a b');
    dataTransfer.setData('text/html', '<p>a <b>b</b></p>');
    const place = { clientX: left + 2, clientY: top + 20, bubbles: true, cancelable: true };
    area.dispatchEvent(new DragEvent('drop', { ...place, dataTransfer }));
  });
  await eventually(() => textOf(page)).toBe('a **b**Before.');
});
