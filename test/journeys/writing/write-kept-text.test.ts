// @module-tag slow
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fillSignIn, signUpInBackground } from '../../account.ts';
import { eventually, open } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import {
  boxOf,
  fillBlog,
  openEditor,
  publishInBackground,
  putLongText,
  savedOnServer,
  saveStatus,
  showMarkdown,
  someText,
  writtenBlog,
} from '../../writing.ts';

const site = visitedSite();

const restore = (page: Page) => page.getByRole('button', { name: 'Restore', exact: true });

const goOn = (page: Page) => page.getByRole('link', { name: 'Go on with it' });

/** The texts in this browser's local storage. */
function localTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('draft:'))
      .map((key) => localStorage.getItem(key) ?? ''),
  );
}

/** Makes saving drafts on the server fail, so that only the device has them. */
async function refuseDrafts(page: Page): Promise<void> {
  await page.route('**/api/drafts/**', (route) => route.abort());
}

/** Opens the form for a new blog with the clock paused. */
async function openEditorInStoppedTime(page: Page, context: BrowserContext): Promise<void> {
  await page.clock.install();
  await openEditor(page, context, site.url);
  await page.clock.pauseAt(Date.now() + 60_000);
}

async function newTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await open(page, path);
  return page;
}

test('typing is stored on the device within a second, soon after on the server, and then only there', async () => {
  const { page, context } = await site.visit();
  await openEditorInStoppedTime(page, context);
  await fillBlog(page, someText);
  await page.clock.runFor(1_000);
  expect((await localTexts(page)).join()).toContain(someText.longDescription);
  await eventually(() => saveStatus(page).textContent()).toBe('Saved on this device');
  await page.clock.resume();
  await savedOnServer(page);
  expect(await localTexts(page)).toEqual([]);
});

test('after a tab was killed, the next one offers to continue with the text from the device', async () => {
  const { page, context } = await site.visit({ allowedComplaints: /ERR_FAILED/ });
  await openEditor(page, context, site.url);
  await refuseDrafts(page);
  await fillBlog(page, someText);
  await eventually(() => localTexts(page)).toHaveLength(1);
  await page.close({ runBeforeUnload: false });
  const next = await newTab(context, '/Add-Blog');
  await next.getByText(`You stopped in “${someText.title}”`).waitFor();
  expect(await boxOf(next, 'title').inputValue()).toBe('');
  await goOn(next).click();
  await eventually(() => writtenBlog(next)).toEqual(someText);
  expect(await restore(next).count()).toBe(0);
  await savedOnServer(next);
  await eventually(() => localTexts(next)).toEqual([]);
});

test('another browser continues with the text that was saved on the server', async () => {
  const { page, context } = await site.visit();
  const account = await openEditor(page, context, site.url);
  await fillBlog(page, someText);
  await savedOnServer(page);
  const other = await site.visit();
  await open(other.page, '/Account/signin?from=/Add-Blog');
  await fillSignIn(other.page, account);
  await other.page.waitForURL(/\/Add-Blog/);
  await goOn(other.page).click();
  await eventually(() => writtenBlog(other.page)).toEqual(someText);
});

/** Edits a blog and leaves the change unpublished, so that it is offered. */
async function leaveOffer(page: Page, context: BrowserContext): Promise<void> {
  await signUpInBackground(context, site.url);
  const id = await publishInBackground(context, site.url);
  await open(page, `/update-blog/${id}`);
  await fillBlog(page, { longDescription: 'A better text.' });
  await savedOnServer(page);
  await page.reload();
}

test('an offered text can be discarded for good', async () => {
  const { page, context } = await site.visit();
  await leaveOffer(page, context);
  await page.getByRole('button', { name: 'Discard' }).click();
  await eventually(() => restore(page).count()).toBe(0);
  await eventually(async () =>
    (await context.request.get('/api/drafts', { headers: { origin: site.url } })).json(),
  ).toEqual([]);
});

test('a text discarded by mistake can be restored, on the server too, until the author types again', async () => {
  const { page, context } = await site.visit();
  await leaveOffer(page, context);
  const discard = page.getByRole('button', { name: 'Discard' });
  const undo = page.getByRole('button', { name: 'Undo' });
  const onServer = async () =>
    (await context.request.get('/api/drafts', { headers: { origin: site.url } })).json();
  await discard.click();
  await undo.waitFor();
  await eventually(onServer).toEqual([]);
  await undo.click();
  await eventually(onServer).toHaveLength(1);
  await page.reload();
  await restore(page).click();
  await eventually(() => boxOf(page, 'longDescription').inputValue()).toBe('A better text.');

  await page.reload();
  await discard.click();
  await undo.waitFor();
  await fillBlog(page, { title: 'Something else' });
  await eventually(() => undo.count()).toBe(0);
});

test('the status says Offline without a network, and the text is sent once online', async () => {
  const { page, context } = await site.visit({ allowedComplaints: /ERR_INTERNET_DISCONNECTED/ });
  await openEditor(page, context, site.url);
  await fillBlog(page, someText);
  await savedOnServer(page);
  await context.setOffline(true);
  await boxOf(page, 'longDescription').fill('Written on a train.');
  await eventually(() => saveStatus(page).textContent()).toBe('Offline');
  await page.getByText('The text is kept on this device.').waitFor();
  expect((await localTexts(page)).join()).toContain('Written on a train.');
  await context.setOffline(false);
  await savedOnServer(page);
  expect(await localTexts(page)).toEqual([]);
});

test('the status reports a failing server, and the text is sent again until it is saved', async () => {
  const { page, context } = await site.visit({ allowedComplaints: /ERR_FAILED/ });
  await openEditor(page, context, site.url);
  await refuseDrafts(page);
  await fillBlog(page, someText);
  await eventually(() => saveStatus(page).textContent()).toBe('Failed, retrying');
  expect(await localTexts(page)).toHaveLength(1);
  await page.unroute('**/api/drafts/**');
  await savedOnServer(page);
});

test('after Sign In the page continues with the text that was typed when the session ended', async () => {
  const { page, context } = await site.visit({ allowedComplaints: /401/ });
  const account = await openEditor(page, context, site.url);
  await fillBlog(page, someText);
  await savedOnServer(page);
  await context.clearCookies();
  await boxOf(page, 'longDescription').fill('The last words.');
  await page.waitForURL(/\/Account\/signin|\/login/);
  await fillSignIn(page, account);
  await page.waitForURL(/\/Add-Blog/);
  // The server's older draft is shown until the device's copy has been read.
  const written = { ...someText, longDescription: 'The last words.' };
  await eventually(() => writtenBlog(page)).toEqual(written);
});

test('after Sign In a text whose publication met the end of the session can be published', async () => {
  const { page, context } = await site.visit({ allowedComplaints: /401/ });
  await signUpInBackground(context, site.url).then(async (account) => {
    await open(page, '/Add-Blog');
    await fillBlog(page, { ...someText, title: 'Interrupted' });
    await context.clearCookies();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(/\/Account\/signin|\/login/);
    await fillSignIn(page, account);
  });
  await page.waitForURL(/\/Add-Blog/);
  await eventually(() => boxOf(page, 'title').inputValue()).toBe('Interrupted');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Blog added successfully!').waitFor();
});

test('Ctrl+S saves without delay', async () => {
  const { page, context } = await site.visit();
  await openEditorInStoppedTime(page, context);
  const saved = page.waitForResponse(
    (reply) => /\/api\/drafts\/[\w-]{36}$/.test(reply.url()) && reply.request().method() === 'PUT',
  );
  await fillBlog(page, { title: 'In a hurry' });
  await boxOf(page, 'title').press('Control+s');
  expect((await saved).status()).toBe(200);
  await savedOnServer(page);
});

test('leaving the editor asks nothing, and opening it again restores text, selection and scroll position', async () => {
  const { page, context } = await site.visit({ allowedComplaints: /ERR_FAILED/ });
  await openEditor(page, context, site.url);
  await showMarkdown(page);
  await refuseDrafts(page);
  const lines = 'A line of many.\n\n'.repeat(60);
  await fillBlog(page, { title: 'Half a thought', longDescription: lines });
  const box = boxOf(page, 'longDescription');
  await box.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(700, 705));
  const place = () =>
    box.evaluate((area: HTMLTextAreaElement) => [
      document.activeElement === area,
      area.selectionStart,
      area.selectionEnd,
      scrollY,
    ]);
  const left = [true, 700, 705, 900];
  // The field grows with its text, and so does the page.
  await eventually(async () => {
    await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
    return place();
  }).toEqual(left);
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/All-blogs"]')?.click());
  await page.waitForURL(`${site.url}/All-blogs`);
  await page.getByRole('link', { name: 'Add Blog' }).first().click();
  await goOn(page).click();
  await eventually(() => box.inputValue()).toBe(lines);
  await eventually(place).toEqual(left);
  await page.reload();
  await eventually(() => box.inputValue()).toBe(lines);
  await eventually(place).toEqual(left);
});

test('leaving with a text that neither the device nor the server could store asks for confirmation', async () => {
  const { page, context } = await site.visit({ allowedComplaints: /ERR_FAILED/ });
  await openEditor(page, context, site.url);
  await refuseDrafts(page);
  await page.evaluate(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (...item) {
      if (this === localStorage) throw new DOMException('Full', 'QuotaExceededError');
      setItem.apply(this, item);
    };
  });
  await fillBlog(page, { title: 'Half a thought' });
  await eventually(() => saveStatus(page).textContent()).toBe('Failed, retrying');
  await page.getByRole('link', { name: 'All Blogs' }).first().click();
  const question = page.getByRole('dialog', { name: 'Leave this page?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await eventually(() => boxOf(page, 'title').inputValue()).toBe('Half a thought');
  const dialog = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  expect((await dialog).type()).toBe('beforeunload');
  await (await dialog).dismiss();
  await closing;
  await page.getByRole('link', { name: 'All Blogs' }).first().click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL(`${site.url}/All-blogs`);
});

test('text typed just before leaving the page is sent', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await fillBlog(page, { title: 'On my way out' });
  await page.getByRole('link', { name: 'All Blogs' }).first().click();
  await page.waitForURL(`${site.url}/All-blogs`);
  const titles = async () => {
    const reply = await context.request.get('/api/drafts', { headers: { origin: site.url } });
    const drafts: { readonly title: string }[] = await reply.json();
    return drafts.map(({ title }) => title);
  };
  await eventually(titles).toEqual(['On my way out']);
  await eventually(() => localTexts(page)).toEqual([]);
});

test('two tabs have separate drafts, each restored at its own address', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await fillBlog(page, { title: 'The first draft' });
  await savedOnServer(page);
  const other = await newTab(context, '/Add-Blog');
  await goOn(other).waitFor();
  await fillBlog(other, { title: 'The second draft' });
  await savedOnServer(other);
  await fillBlog(page, { title: 'The first draft, longer' });
  await savedOnServer(page);
  expect(await restore(other).count()).toBe(0);
  for (const [tab, title] of [
    [page, 'The first draft, longer'],
    [other, 'The second draft'],
  ] as const) {
    expect(new URL(tab.url()).searchParams.get('draft')).not.toBeNull();
    await tab.reload();
    await eventually(() => boxOf(tab, 'title').inputValue()).toBe(title);
  }
});

test('two tabs that edit the same draft keep both texts', async () => {
  const { page, context } = await site.visit({ allowedComplaints: /412/ });
  await openEditor(page, context, site.url);
  await fillBlog(page, { title: 'The draft' });
  await savedOnServer(page);
  const other = await newTab(context, '/Add-Blog');
  await goOn(other).click();
  await eventually(() => boxOf(other, 'title').inputValue()).toBe('The draft');
  await fillBlog(page, { title: 'The first tab' });
  await savedOnServer(page);
  await fillBlog(other, { title: 'The second tab' });
  await restore(other).waitFor();
  expect((await localTexts(other)).join()).toContain('The second tab');
  await restore(other).click();
  await eventually(() => boxOf(other, 'title').inputValue()).toBe('The first tab');
  await restore(other).click();
  await eventually(() => boxOf(other, 'title').inputValue()).toBe('The second tab');
});

test('a text that another person left on the device is not offered', async () => {
  const { page, context } = await site.visit({ allowedComplaints: /ERR_FAILED/ });
  await openEditor(page, context, site.url);
  await refuseDrafts(page);
  await fillBlog(page, { title: 'A secret' });
  await eventually(() => localTexts(page)).toHaveLength(1);
  await page.close({ runBeforeUnload: false });
  await context.clearCookies();
  await signUpInBackground(context, site.url);
  const next = await newTab(context, '/Add-Blog');
  await fillBlog(next, { title: 'Something else' });
  await savedOnServer(next);
  expect(await restore(next).count()).toBe(0);
});

test('an unpublished change of a blog is stored and offered like a new blog', async () => {
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  const id = await publishInBackground(context, site.url, { title: 'Kept' });
  await open(page, `/update-blog/${id}`);
  await fillBlog(page, { longDescription: 'A better text.' });
  await savedOnServer(page);
  await page.reload();
  await restore(page).click();
  await eventually(() => boxOf(page, 'longDescription').inputValue()).toBe('A better text.');
  await page.getByRole('button', { name: 'Update Blog' }).click();
  await page.waitForURL(`${site.url}/blog/${id}`);
  await open(page, `/update-blog/${id}`);
  await eventually(() => boxOf(page, 'longDescription').inputValue()).toBe('A better text.');
  expect(await restore(page).count()).toBe(0);
});

test('a text of 900,000 characters is stored and saved while its author types', {
  timeout: 150_000,
}, async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  const words = 'All work and no play makes a long text. '.repeat(22_500);
  await fillBlog(page, { ...someText, longDescription: '' });
  await putLongText(page, words);
  // On a shared machine the layout of the text may take longer than the default timeout.
  await boxOf(page, 'title').press('End', { timeout: 30_000 });
  // On a slow machine an earlier save may still be running while the title is typed.
  const saved = page.waitForResponse(
    (reply) => reply.ok() && (reply.request().postData() ?? '').includes(', at length"'),
    { timeout: 90_000 },
  );
  await boxOf(page, 'title').pressSequentially(', at length');
  await saved;
  await page.reload();
  await eventually(() => writtenBlog(page)).toEqual({
    ...someText,
    title: `${someText.title}, at length`,
    longDescription: words,
  });
});
