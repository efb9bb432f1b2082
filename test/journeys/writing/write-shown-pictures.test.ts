// @module-tag slow
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import { boxOf, formattedText, openEditor, putLongText, showMarkdown } from '../../writing.ts';

const site = visitedSite();

const loaf = '/images/demo/a-slow-loaf.webp';
const city = '/images/demo/a-city-from-its-tram-window.webp';

const textOf = (page: Page) => boxOf(page, 'longDescription').inputValue();
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Picture' });

/** Opens the formatted editor with a text, the caret at its end. */
async function write(page: Page, text: string): Promise<void> {
  await formattedText(page).waitFor();
  await putLongText(page, text);
  await formattedText(page).click();
  await page.keyboard.press('Control+End');
}

const boxesOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) =>
    all.map((one) => {
      const { top, width } = one.getBoundingClientRect();
      return { top: Math.round(top), width: Math.round(width) };
    }),
  );

test('captions, sizes and pictures side by side are displayed as they will be published', async () => {
  const { page, context } = await site.visit();
  // The editor renders what is in the window.
  await page.setViewportSize({ width: 1366, height: 3_000 });
  await openEditor(page, context, site.url);
  const text = [
    `![A loaf](${loaf}#wide "In \\"May\\"")`,
    `![Another](${loaf}#full)`,
    `![One](${loaf} "First")\n![Two](${city})`,
    `Words ![in a line](${city} "unseen").`,
    'After.',
  ].join('\n\n');
  await write(page, text);
  await eventually(() => page.locator('.caption').allTextContents()).toEqual(['In "May"', 'First']);
  await eventually(() => page.locator('.picture').count()).toBe(5);
  await eventually(async () => {
    const [lines] = await boxesOf(page, '.cm-content');
    const [wide] = await boxesOf(page, '.figure.wide');
    const [full] = await boxesOf(page, '.figure.full');
    return (lines?.width ?? 0) < (wide?.width ?? 0) && (wide?.width ?? 0) < (full?.width ?? 0);
  }).toBe(true);
  const tooWide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(tooWide).toBeLessThanOrEqual(0);
  const [one, two] = await boxesOf(page, '.gallery > .figure');
  expect(two).toEqual(one);
  // At the caret each picture of a gallery is below its own Markdown.
  await eventually(async () => {
    await page.keyboard.press('ArrowUp');
    return page.locator('.gallery').count();
  }).toBe(0);
  await eventually(() => page.locator('.picture').count()).toBe(5);
  await page.keyboard.press('Control+End');
  await eventually(() => page.locator('.gallery').count()).toBe(1);
  await eventually(() => textOf(page)).toBe(text);
});

test('a link to another site in a paragraph of its own is the card that pages show, until the caret is in it', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  const text = [
    'https://www.a.example/on/a-slow-loaf.html',
    '[A *slow* video](https://youtu.be/abcdefghijk)',
    `[![A loaf](${loaf})](https://a.example/b)`,
    '[Home](/)',
    '> https://a.example/b',
    'See https://a.example/b',
    'After.',
  ].join('\n\n');
  await write(page, text);
  const cards = page.locator('.card');
  const said = ['a slow loaf', 'a.example', 'A slow video', 'youtu.be'];
  await eventually(() => cards.locator('span').allTextContents()).toEqual(said);
  await page.keyboard.press('Control+Home');
  await eventually(() => cards.locator('span').allTextContents()).toEqual(said.slice(2));
  await eventually(() => textOf(page)).toBe(text);
});

test('the picture at the caret gets a description, a caption and a size by keyboard', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await write(page, `Before.\n\n![](${loaf})\n\nAfter.`);
  const button = page.getByRole('button', { name: 'Change picture' });
  await eventually(async () => {
    await page.keyboard.press('ArrowUp');
    return button.count();
  }).toBe(1);
  await page.keyboard.press('Control+k');
  await dialog(page).getByLabel('What it shows').waitFor();
  expect(await dialog(page).getByLabel('Address').inputValue()).toBe(loaf);
  await page.keyboard.type('A loaf [cut]');
  await page.keyboard.press('Tab');
  await page.keyboard.type('In "May"');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Wide');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
  const changed = `![A loaf \\[cut\\]](${loaf}#wide "In \\"May\\"")`;
  await eventually(() => textOf(page)).toBe(`Before.\n\n${changed}\n\nAfter.`);

  await button.click();
  expect(await dialog(page).getByLabel('What it shows').inputValue()).toBe('A loaf [cut]');
  expect(await dialog(page).getByLabel('Caption').inputValue()).toBe('In "May"');
  await dialog(page).getByLabel('Caption').fill('');
  await dialog(page).getByLabel('Size').selectOption('As the text');
  await dialog(page).getByRole('button', { name: 'Change picture' }).click();
  const plain = `Before.\n\n![A loaf \\[cut\\]](${loaf})\n\nAfter.`;
  await eventually(() => textOf(page)).toBe(plain);
  await page.keyboard.press('Control+z');
  await eventually(() => textOf(page)).toContain(changed);
});

test('the Picture button changes the picture around the caret, and adds one beside it', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await showMarkdown(page);
  const area = boxOf(page, 'longDescription');
  const written = `![A loaf](${loaf})`;
  await area.fill(written);
  const tool = page
    .getByRole('toolbar', { name: 'Formatting' })
    .getByRole('button', { name: 'Picture' });
  await tool.click();
  await dialog(page).getByLabel('Or its address').fill(city);
  await dialog(page).getByRole('button', { name: 'Add picture' }).click();
  await eventually(() => textOf(page)).toBe(`${written}\n\n![](${city})`);
  await area.evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(4, 4));
  await tool.click();
  await dialog(page).getByLabel('What it shows').fill('Bread');
  await dialog(page).getByRole('button', { name: 'Change picture' }).click();
  await eventually(() => textOf(page)).toBe(`![Bread](${loaf})\n\n![](${city})`);
});

test('a picture of another site is loaded without telling where it is shown', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  const asked = page.waitForRequest('https://elsewhere.example/a.png');
  const body = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  await page.route('https://elsewhere.example/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body }),
  );
  await write(page, '![](https://elsewhere.example/a.png)\n\nAfter.');
  expect(await (await asked).headerValue('referer')).toBeNull();
});
