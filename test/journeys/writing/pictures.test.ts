// @module-tag slow
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { signUpInBackground } from '../../account.ts';
import { eventually, open } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import { boxOf, fillBlog, openEditor, someText, writtenBlog } from '../../writing.ts';

const site = visitedSite({ READING: 'public' });

const ownAddress = /^\/images\/uploads\/[0-9a-f]{32}-\d+x\d+-[0-9a-f]{6}\.jpg$/;

/** A picture; each `shade` gives a different one. */
function somePicture(shade: number): Promise<Buffer> {
  const background = { r: shade, g: 120, b: 60 };
  const create = { width: 2_800, height: 1_800, channels: 3, background } as const;
  return sharp({ create }).jpeg().toBuffer();
}

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a picture' }).click();
  await (await chooser).setFiles({ name, mimeType: 'image/jpeg', buffer });
}

/** Drops or pastes a file on a field, as the browser does with a file from another window. */
function bring(field: Locator, kind: 'drop' | 'paste', bytes: Buffer): Promise<void> {
  return field.evaluate(
    (box, given) => {
      const data = new DataTransfer();
      const content = Uint8Array.from(atob(given.base64), (letter) => letter.charCodeAt(0));
      data.items.add(new File([content], 'a.jpg', { type: 'image/jpeg' }));
      const options = { bubbles: true, cancelable: true };
      if (given.kind === 'paste') {
        box.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
        return;
      }
      box.dispatchEvent(new DragEvent('dragover', { ...options, dataTransfer: data }));
      box.dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: data }));
    },
    { kind, base64: bytes.toString('base64') },
  );
}

const isShown = (image: Locator) =>
  image.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth > 0);

test('an uploaded cover is published, and served to everybody in a small size', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await fillBlog(page, { ...someText, title: 'With a picture of my own', imageUrl: '' });
  await choose(page, 'garden.jpg', await somePicture(90));
  await page.getByText('The picture is on the site.').waitFor();
  const address = await boxOf(page, 'imageUrl').inputValue();
  expect(address).toMatch(ownAddress);
  await eventually(() => isShown(page.getByAltText('Your cover, as lists show it'))).toBe(true);
  await boxOf(page, 'longDescription').fill(`Look:\n\n![The garden](${address} "In May")`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Blog added successfully!').waitFor();

  const stranger = await site.visit({ width: 390 });
  await open(stranger.page, '/');
  const card = stranger.page.getByRole('main').locator(`img[src="${address}"]`).first();
  await card.scrollIntoViewIfNeeded();
  await eventually(() => isShown(card)).toBe(true);
  const shown = await card.evaluate((image) => (image as HTMLImageElement).currentSrc);
  expect(shown).toMatch(/-(480|800)\.avif$/);
  const { headers } = await fetch(shown).then(async (reply) => {
    await reply.arrayBuffer();
    return reply;
  });
  expect(headers.get('content-type')).toBe('image/avif');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cache-control')).toContain('max-age=300');
  expect(headers.get('content-security-policy')).toContain('sandbox');

  await stranger.page.getByRole('link', { name: 'With a picture of my own' }).first().click();
  const inText = stranger.page.getByAltText('The garden');
  await inText.scrollIntoViewIfNeeded();
  await eventually(() => isShown(inText)).toBe(true);
  expect(await inText.getAttribute('width')).toBe('2560');
  await stranger.page.getByText('In May').waitFor();
});

test('Save waits for a cover that is being sent', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await fillBlog(page, { ...someText, title: 'With a late cover', imageUrl: '' });
  const held = Promise.withResolvers<void>();
  await page.route('**/api/pictures', async (route) => {
    await held.promise;
    await route.continue();
  });
  await choose(page, 'garden.jpg', await somePicture(97));
  await page.getByRole('progressbar', { name: 'Sending the picture' }).waitFor();
  const reply = page.waitForResponse((given) => given.url().endsWith('/api/addBlog'));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('status').getByText('Waiting for a picture').waitFor();
  held.resolve();
  const { _id } = await (await reply).json();
  const blog = await (await context.request.get(`/api/blog/${_id}`)).json();
  expect(blog.imageUrl).toMatch(ownAddress);
});

test('a file that is not a picture is refused at the field, and no text is lost', async () => {
  const { page, context } = await site.visit({ allowedComplaints: /400/ });
  await openEditor(page, context, site.url);
  await fillBlog(page, someText);
  await choose(page, 'photo.png', Buffer.from('<!doctype html><title>No</title>'));
  const refusal = page.getByRole('alert').filter({ hasText: 'is a web page, not a picture' });
  await refusal.waitFor();
  expect(await writtenBlog(page)).toEqual(someText);
  await choose(page, 'empty.jpg', Buffer.alloc(0));
  await page.getByRole('alert').filter({ hasText: 'This file is empty.' }).waitFor();
  // The next attempt removes the error.
  await choose(page, 'photo.jpg', await somePicture(91));
  await page.getByText('The picture is on the site.').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('an upload shows its progress, can be cancelled, and leaves the form unchanged', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await fillBlog(page, someText);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/pictures', async (route) => {
    await held.promise;
    await route.abort().catch(() => {});
  });
  await choose(page, 'garden.jpg', await somePicture(92));
  await page.getByRole('progressbar', { name: 'Sending the picture' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Cancelled. The picture is not on the site.').waitFor();
  held.resolve();
  expect(await writtenBlog(page)).toEqual(someText);
  const chooser = page.getByRole('button', { name: 'Choose a picture' });
  await eventually(() => chooser.evaluate((button) => button === document.activeElement)).toBe(
    true,
  );
});

test('a picture can be dropped or pasted on the field, and text is still pasted as text', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  const field = boxOf(page, 'imageUrl');
  await bring(field, 'drop', await somePicture(93));
  await eventually(() => field.inputValue()).toMatch(ownAddress);
  const first = await field.inputValue();
  await bring(field, 'paste', await somePicture(130));
  await eventually(async () => (await field.inputValue()).replace(first, '')).toMatch(ownAddress);
  await field.fill('');
  await field.focus();
  await page.keyboard.insertText('https://example.org/a.png');
  await eventually(() => field.inputValue()).toBe('https://example.org/a.png');
});

test('a profile photo can be uploaded, and the header loads its smallest size', async () => {
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  await open(page, '/Account');
  await choose(page, 'me.jpg', await somePicture(94));
  const field = page.getByRole('main').getByLabel('Photo URL', { exact: true });
  await eventually(() => field.inputValue()).toMatch(ownAddress);
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.getByText('Your profile has been saved.').waitFor();
  await open(page, '/');
  const avatar = page.getByRole('banner').locator('img[src*="/images/uploads/"]').first();
  await eventually(() => isShown(avatar)).toBe(true);
  expect(await avatar.getAttribute('src')).toMatch(/-256\.jpg$/);
});
