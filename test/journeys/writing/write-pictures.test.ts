// @module-tag slow
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { eventually } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import { boxOf, fillBlog, openEditor, someText } from '../../writing.ts';

const site = visitedSite();

const picture = (background: string) =>
  sharp({ create: { width: 640, height: 400, channels: 3, background } })
    .png()
    .toBuffer();

const textOf = (page: Page) => boxOf(page, 'longDescription').inputValue();
const strip = (page: Page) => page.getByRole('list', { name: 'Pictures' });

/** Pastes or drops files as a browser does. */
async function hand(page: Page, way: 'paste' | 'drop', files: readonly Buffer[]): Promise<void> {
  const encoded = files.map((file) => file.toString('base64'));
  await boxOf(page, 'longDescription').evaluate(
    (area, [how, ...given]) => {
      const data = new DataTransfer();
      for (const [index, text] of given.entries()) {
        const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
        data.items.add(new File([bytes], `picture ${index}.png`, { type: 'image/png' }));
      }
      const { left, top } = area.getBoundingClientRect();
      const all = { bubbles: true, cancelable: true, composed: true };
      area.dispatchEvent(
        how === 'paste'
          ? new ClipboardEvent('paste', { ...all, clipboardData: data })
          : new DragEvent('drop', {
              ...all,
              dataTransfer: data,
              clientX: left + 2,
              clientY: top + 20,
            }),
      );
    },
    [way, ...encoded],
  );
}

test('a pasted picture is described, published and displayed', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await fillBlog(page, { ...someText, title: 'With a picture', longDescription: 'Before.' });
  await boxOf(page, 'longDescription').press('Control+End');
  await hand(page, 'paste', [await picture('#336699')]);
  await page.keyboard.type('\n\nAfter.');
  await eventually(() => textOf(page)).toMatch(
    /^Before\.\n\n!\[\]\(\/images\/uploads\/[^)]+\)\n\nAfter\.$/,
  );
  await strip(page).getByLabel('What it shows').fill('A blue field');
  await strip(page).getByLabel('Caption').fill('Nothing but "blue"');
  await strip(page).getByRole('button', { name: 'Done' }).click();
  await eventually(() => strip(page).count()).toBe(0);
  const text = await textOf(page);
  expect(text).toMatch(
    /^Before\.\n\n!\[A blue field\]\(\S+ "Nothing but \\"blue\\""\)\n\nAfter\.$/,
  );

  const reply = page.waitForResponse((given) => given.url().endsWith('/api/addBlog'));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const { _id } = await (await reply).json();
  const blog = await (await context.request.get(`/api/blog/${_id}`)).json();
  expect(blog.longDescription).toBe(text);
  await page.goto(`/blog/${_id}`);
  const shown = page.getByAltText('A blue field');
  await eventually(() =>
    shown.evaluate((img: HTMLImageElement) => img.naturalWidth),
  ).toBeGreaterThan(0);
});

test('two dropped pictures are inserted where they were dropped, side by side', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await boxOf(page, 'longDescription').fill('Words.');
  await hand(page, 'drop', [await picture('#993333'), await picture('#339933')]);
  await eventually(() => textOf(page)).toMatch(
    /^!\[\]\(\/images\/uploads\/[^)]+\)\n!\[\]\(\/images\/uploads\/[^)]+\)\n\nWords\.$/,
  );
});

test('a pasted file that is not a picture is refused with a sentence, and leaves nothing in the text', async () => {
  const { page, context } = await site.visit({ allowedComplaints: /400/ });
  await openEditor(page, context, site.url);
  await boxOf(page, 'longDescription').fill('Words.');
  await boxOf(page, 'longDescription').press('Control+End');
  await hand(page, 'paste', [Buffer.from('<html>no picture</html>')]);
  await strip(page).getByRole('alert').waitFor();
  expect(await strip(page).getByRole('alert').textContent()).toContain('not a picture');
  await eventually(() => textOf(page)).toBe('Words.');
});

test('an upload that is cancelled leaves no picture in the text', async () => {
  const { page, context } = await site.visit({ allowedComplaints: /ERR_FAILED|ERR_ABORTED/ });
  await openEditor(page, context, site.url);
  await page.route('**/api/pictures', () => {});
  await boxOf(page, 'longDescription').fill('Words.');
  await boxOf(page, 'longDescription').press('Control+End');
  await hand(page, 'paste', [await picture('#333333')]);
  await eventually(() => textOf(page)).toContain('![Sending picture 0.png');
  await strip(page).getByRole('button', { name: 'Cancel' }).click();
  await eventually(() => textOf(page)).toBe('Words.');
  await eventually(() => strip(page).count()).toBe(0);
});
