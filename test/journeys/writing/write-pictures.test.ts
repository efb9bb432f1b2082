// @module-tag slow
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { eventually } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import {
  boxOf,
  fillBlog,
  formattedText,
  openEditor,
  putLongText,
  showFormatted,
  someText,
} from '../../writing.ts';

const site = visitedSite();

const picture = (background: string) =>
  sharp({ create: { width: 640, height: 400, channels: 3, background } })
    .png()
    .toBuffer();

const textOf = (page: Page) => boxOf(page, 'longDescription').inputValue();
const strip = (page: Page) => page.getByRole('list', { name: 'Pictures' });

/** Pastes or drops files as a browser does. */
async function handTo(
  field: Locator,
  way: 'paste' | 'drop',
  files: readonly Buffer[],
): Promise<void> {
  const encoded = files.map((file) => file.toString('base64'));
  await field.evaluate(
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

const hand = (page: Page, way: 'paste' | 'drop', files: readonly Buffer[]) =>
  handTo(boxOf(page, 'longDescription'), way, files);

/** Holds uploads back until the returned function is called. */
async function holdUploads(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/pictures', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Counts requests to publish from here on. */
function countPublications(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/addBlog')) count += 1;
  });
  return () => count;
}

const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const waiting = (page: Page) => page.getByRole('status').getByText('Waiting for a picture');

/** Writes a blog that ends with a picture whose upload is held back. */
async function writeWithHeldPicture(page: Page, file: Buffer): Promise<() => void> {
  await fillBlog(page, { ...someText, title: 'With a late picture', longDescription: 'Before.' });
  const letGo = await holdUploads(page);
  await boxOf(page, 'longDescription').press('Control+End');
  await hand(page, 'paste', [file]);
  await eventually(() => textOf(page)).toContain('![Sending picture 0.png');
  return letGo;
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

test('what is asked about a picture, and how far it is, stays in sight far down in a long text', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await formattedText(page).waitFor();
  await putLongText(page, 'A line.\n\n'.repeat(200));
  await formattedText(page).click();
  await page.keyboard.press('Control+End');
  const release = await holdUploads(page);
  await handTo(formattedText(page), 'paste', [await picture('#336699')]);
  const isInSight = (locator: Locator) =>
    locator.evaluate((element) => {
      const { top, bottom, left } = element.getBoundingClientRect();
      const [x, y] = [left + 2, (top + bottom) / 2];
      return element.contains(document.elementFromPoint(x, y));
    });
  await eventually(() => isInSight(strip(page).getByRole('status'))).toBe(true);
  release();
  await eventually(() => isInSight(strip(page).getByLabel('Caption'))).toBe(true);
  // Nor does it cover the caret, however far up that goes.
  await formattedText(page).focus();
  for (let line = 0; line < 40; line += 1) await page.keyboard.press('ArrowUp');
  await page.keyboard.type('Here');
  await eventually(async () => {
    const uploads = await strip(page).boundingBox();
    const line = await page.locator('.cm-line', { hasText: 'Here' }).boundingBox();
    return uploads && line && line.y >= uploads.y + uploads.height;
  }).toBe(true);
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

test('Save waits for a picture that is being sent, and publishes the text with it', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  const letGo = await writeWithHeldPicture(page, await picture('#114477'));
  const publications = countPublications(page);
  const reply = page.waitForResponse((given) => given.url().endsWith('/api/addBlog'));
  await saveButton(page).click();
  await waiting(page).waitFor();
  await boxOf(page, 'longDescription').press('Control+End');
  await page.keyboard.type(' After.');
  expect(publications()).toBe(0);
  letGo();
  const { _id } = await (await reply).json();
  const blog = await (await context.request.get(`/api/blog/${_id}`)).json();
  expect(blog.longDescription).toMatch(/^Before\.\n\n!\[\]\(\/images\/uploads\/[^)]+\) After\.$/);
});

test('a picture that arrives while Save waits is published from a long formatted text, too', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  const { longDescription: _, ...others } = someText;
  await fillBlog(page, { ...others, title: 'Long, with a late picture' });
  await showFormatted(page);
  await putLongText(page, `${'Words.\n\n'.repeat(500)}Last.`);
  const letGo = await holdUploads(page);
  await formattedText(page).press('Control+End');
  await handTo(formattedText(page), 'paste', [await picture('#771144')]);
  await page.getByText('Sending picture 0.png…').waitFor();
  const reply = page.waitForResponse((given) => given.url().endsWith('/api/addBlog'));
  await saveButton(page).click();
  await waiting(page).waitFor();
  letGo();
  const { _id } = await (await reply).json();
  const blog = await (await context.request.get(`/api/blog/${_id}`)).json();
  expect(blog.longDescription).toMatch(/Last\.\n\n!\[\]\(\/images\/uploads\/[^)]+\)$/);
});

test('a Save that waits can be called off, and no draft has a placeholder', async () => {
  const { page, context } = await site.visit({ allowedComplaints: /ERR_FAILED|ERR_ABORTED/ });
  await openEditor(page, context, site.url);
  await writeWithHeldPicture(page, await picture('#447711'));
  await page.keyboard.type(' More.');
  const publications = countPublications(page);
  await saveButton(page).click();
  await waiting(page).waitFor();
  await page.getByRole('button', { name: 'Don’t publish yet' }).click();
  await waiting(page).waitFor({ state: 'detached' });
  const save = saveButton(page);
  await eventually(() => save.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Control+s');
  const key = new URL(page.url()).searchParams.get('draft');
  await eventually(async () => {
    const reply = await context.request.get(`/api/drafts/${key}`);
    return reply.ok() ? (await reply.json()).text.longDescription : '';
  }).toBe('Before.\n\n More.');
  const onDevice = await page.evaluate(() => Object.values(localStorage).join());
  expect(onDevice).not.toContain('Sending');
  expect(await textOf(page)).toContain('![Sending picture 0.png');
  await page.reload();
  await eventually(() => textOf(page)).toBe('Before.\n\n More.');
  expect(publications()).toBe(0);
});

test('nothing is published where a picture that Save waits for is refused', async () => {
  const { page, context } = await site.visit({ allowedComplaints: /400/ });
  await openEditor(page, context, site.url);
  const letGo = await writeWithHeldPicture(page, Buffer.from('<html>no picture</html>'));
  const publications = countPublications(page);
  await saveButton(page).click();
  await waiting(page).waitFor();
  letGo();
  await page.getByRole('alert').filter({ hasText: 'nothing is published yet' }).waitFor();
  expect(publications()).toBe(0);
  await eventually(() => textOf(page)).toBe('Before.');
});

test('leaving the page is asked about while a picture is being sent', async () => {
  const { page, context } = await site.visit({ allowedComplaints: /ERR_FAILED|ERR_ABORTED/ });
  await openEditor(page, context, site.url);
  await writeWithHeldPicture(page, await picture('#774411'));
  const navigation = page.getByRole('navigation', { name: 'Main' });
  const link = navigation.getByRole('link', { name: 'Contact us', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Leave this page?' });
  await link.click();
  await dialog.getByText('A picture is still being sent.').waitFor();
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/Add-Blog');
  await link.click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL('**/contact');
});
