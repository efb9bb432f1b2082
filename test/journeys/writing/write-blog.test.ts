import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { tooIntricate } from '../../../src/platform/markdown/layout-bounds.ts';
import { signUpInBackground } from '../../account.ts';
import { eventually, failApi, open, passTimeUntilSeen } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import {
  boxOf,
  fillBlog,
  formattedText,
  openEditor,
  publishInBackground,
  saveStatus,
  someText,
  updateInBackground,
  writtenBlog,
} from '../../writing.ts';

const site = visitedSite();

const isFocused = (field: Locator) => field.evaluate((box) => box === document.activeElement);
const emptyText = {
  title: '',
  imageUrl: '',
  category: '',
  shortDescription: '',
  longDescription: '',
};

test('a published blog is on Home for everybody at the next request', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  expect(await page.title()).toBe('Add Blog | The Content Hub');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Add a New Blog');
  await fillBlog(page, { ...someText, title: 'Published by hand' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Blog added successfully!').waitFor();
  await page.waitForURL(`${site.url}/`);
  await page.getByRole('main').getByRole('heading', { name: 'Published by hand' }).waitFor();
  const html = await (await fetch(site.url)).text();
  expect(html).toContain('Published by hand');
  await open(page, '/Add-Blog');
  expect(await writtenBlog(page)).toEqual(emptyText);
  expect(await page.getByRole('button', { name: 'Restore' }).count()).toBe(0);
});

test('each missing field is reported, and a focused summary links to it', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  for (const message of [
    'Title is required.',
    'Image URL is required.',
    'Category must be chosen from the list.',
    'Short description is required.',
    'Long description is required.',
  ]) {
    await page.getByRole('alert').filter({ hasText: message }).waitFor();
  }
  const summary = page.getByRole('region', { name: '5 fields need another look' });
  await eventually(() => isFocused(summary)).toBe(true);
  await summary.getByRole('link', { name: 'Category must be chosen from the list.' }).click();
  await eventually(() => isFocused(boxOf(page, 'category'))).toBe(true);
  await summary.getByRole('link', { name: 'Title is required.' }).click();
  await eventually(() => isFocused(boxOf(page, 'title'))).toBe(true);
});

test('a summary lists several wrong fields in visual order, and a single one is focused instead', {
  tags: 'slow',
}, async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await fillBlog(page, { title: 'A title alone' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const summary = page.getByRole('region', { name: '4 fields need another look' });
  expect(await summary.getByRole('link').allInnerTexts()).toEqual([
    'Long description is required.',
    'Image URL is required.',
    'Category must be chosen from the list.',
    'Short description is required.',
  ]);
  await fillBlog(page, { ...someText, shortDescription: '' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await eventually(() => isFocused(boxOf(page, 'shortDescription'))).toBe(true);
  expect(await summary.count()).toBe(0);
});

test('Enter moves on from a single-line field, and Ctrl+Enter publishes', {
  tags: 'slow',
}, async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await fillBlog(page, { ...someText, title: 'By two keys' });
  await boxOf(page, 'title').press('Enter');
  await eventually(() => isFocused(boxOf(page, 'longDescription'))).toBe(true);
  await boxOf(page, 'imageUrl').press('Enter');
  await eventually(() => isFocused(boxOf(page, 'category'))).toBe(true);
  await eventually(() => writtenBlog(page)).toEqual({ ...someText, title: 'By two keys' });
  expect(await page.getByRole('button', { name: 'Saving...' }).count()).toBe(0);
  await boxOf(page, 'title').press('Control+Enter');
  await page.getByText('Blog added successfully!').waitFor();
});

test('the short description counts the remaining characters, an emoji as one, and is refused at 151', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  const box = boxOf(page, 'shortDescription');
  expect(await box.getAttribute('placeholder')).toContain('max 150 characters');
  expect(await box.getAttribute('rows')).toBe('3');
  await page.getByText('150 characters left').waitFor();
  await box.fill('😀'.repeat(149));
  await page.getByText('1 character left').waitFor();
  await fillBlog(page, { ...someText, shortDescription: '😀'.repeat(151) });
  await page.getByText('1 too many').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Short description can have at most 150 characters.').waitFor();
  await eventually(() => isFocused(box)).toBe(true);
});

test('an image address is loaded at once: the picture is shown, or the reason why it can’t be', {
  tags: 'slow',
}, async () => {
  const { page, context } = await site.visit({ allowedComplaints: /404/ });
  await openEditor(page, context, site.url);
  const picture = page.getByAltText('Your cover, as lists show it');
  await boxOf(page, 'imageUrl').fill('/images/categories/travel.webp');
  await eventually(() =>
    picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0),
  ).toBe(true);
  await boxOf(page, 'imageUrl').fill('/images/nothing-here.webp');
  await page.getByText('There is no picture at this address').waitFor();
  expect(await picture.count()).toBe(0);
  await boxOf(page, 'imageUrl').fill('javascript:alert(1)');
  await page.getByText('Image URL must start with https://, http:// or /images/.').waitFor();
});

test('the preview is identical to what will be published', { tags: 'slow' }, async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await page.getByRole('button', { name: 'Both' }).click();
  const longDescription = [
    '# Big &copy; title',
    'A *few* **words**, a [link](https://example.org) & `code`.',
    '| a | b |\n| - | - |\n| 1 | 2 |',
    '- [x] done\n- [ ] open',
    '> quoted[^1]\n\n[^1]: A note.',
  ].join('\n\n');
  await fillBlog(page, { ...someText, longDescription });
  const preview = page.getByRole('region', { name: 'Preview' }).locator('.article-text');
  await preview.getByText('A note.').waitFor();
  const shown = await preview.innerHTML();
  const id = await publishInBackground(context, site.url, { longDescription, title: 'Previewed' });
  await open(page, `/blog/${id}`);
  expect(shown).toBe(await page.locator('.article-text').innerHTML());
});

test('a preview of hostile text runs no code', { tags: 'slow' }, async () => {
  const { page, context } = await site.visit({ allowedComplaints: /ERR_|404/ });
  await openEditor(page, context, site.url);
  await page.getByRole('button', { name: 'Both' }).click();
  let dialogs = 0;
  page.on('dialog', async (dialog) => {
    dialogs += 1;
    await dialog.dismiss();
  });
  await boxOf(page, 'longDescription').fill(
    [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(2)>',
      '[a](javascript:alert(3)) ![b](javascript:alert(4)) ![c](data:text/html,<script>alert(5)</script>)',
      '<svg onload=alert(6)>',
      'the end',
    ].join('\n\n'),
  );
  const preview = page.getByRole('region', { name: 'Preview' }).locator('.article-text');
  await preview.getByText('the end').waitFor();
  const active = await preview.evaluate((text) =>
    [...text.querySelectorAll('*')].flatMap((element) => [
      ...(['SCRIPT', 'SVG', 'IFRAME'].includes(element.tagName) ? [element.tagName] : []),
      ...[...element.attributes]
        .filter(({ name, value }) => name.startsWith('on') || /javascript:|data:/.test(value))
        .map(({ name }) => name),
    ]),
  );
  expect(active).toEqual([]);
  expect(dialogs).toBe(0);
});

test('a text whose preview takes too long is shown unformatted with the reason, and the next text is formatted', {
  tags: 'slow',
}, async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await page.getByRole('button', { name: 'Both' }).click();
  await boxOf(page, 'longDescription').fill('www._'.repeat(6_000));
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText(tooIntricate).waitFor();
  expect(await preview.locator('.article-text > p').count()).toBe(1);
  await boxOf(page, 'longDescription').fill('A *few* words');
  await preview.locator('em', { hasText: 'few' }).waitFor();
  expect(await preview.getByText(tooIntricate).count()).toBe(0);
});

test('a preview script that loads slowly is not blamed on the text', { tags: 'slow' }, async () => {
  const { page, context } = await site.visit();
  const [isAsked, isLate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await context.route('**/preview-worker-*.js', async (route) => {
    isAsked.resolve();
    await isLate.promise;
    await route.continue();
  });
  await page.clock.install();
  await openEditor(page, context, site.url);
  await page.getByRole('button', { name: 'Both' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  const refusal = preview.getByText(tooIntricate);
  await boxOf(page, 'longDescription').fill('A *few* words');
  await isAsked.promise;
  await page.clock.fastForward('05:00');
  isLate.resolve();
  await preview.locator('em', { hasText: 'few' }).or(refusal).waitFor();
  expect(await refusal.count()).toBe(0);
});

test('the toolbar and the keyboard format the text, and undo reverts it', {
  tags: 'slow',
}, async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await page.getByRole('button', { name: 'Both' }).click();
  const box = boxOf(page, 'longDescription');
  await box.pressSequentially('one two');
  await box.press('Shift+Control+ArrowLeft');
  await page.getByRole('button', { name: 'Bold' }).click();
  await eventually(() => box.inputValue()).toBe('one **two**');
  await box.press('Control+i');
  await eventually(() => box.inputValue()).toBe('one **_two_**');
  await box.press('Control+z');
  await box.press('Control+z');
  await eventually(() => box.inputValue()).toBe('one two');
  await box.press('End');
  await box.press('Shift+Control+ArrowLeft');
  await box.press('Control+k');
  await page.getByRole('dialog', { name: 'Link' }).getByLabel('Address').fill('example.org');
  await page.keyboard.press('Enter');
  await eventually(() => box.inputValue()).toBe('one [two](https://example.org)');
  await page.getByRole('region', { name: 'Preview' }).getByRole('link', { name: 'two' }).waitFor();
});

test('the toolbar is one Tab stop, and arrow keys move within it', {
  tags: 'slow',
}, async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  const focused = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.getAttribute('aria-label') ?? activeElement?.getAttribute('title');
    });
  await boxOf(page, 'shortDescription').focus();
  await page.keyboard.press('Tab');
  await eventually(() => focused()).toBe('Heading');
  await page.keyboard.press('ArrowRight');
  await eventually(() => focused()).toBe('Bold');
  await page.keyboard.press('End');
  await eventually(() => focused()).toBe('Insert');
  await page.keyboard.press('ArrowDown');
  await eventually(() => page.locator(':focus').textContent()).toMatch(/^Code/);
  await page.keyboard.press('Escape');
  await eventually(() => focused()).toBe('Insert');
  await page.keyboard.press('Tab');
  await eventually(() => formattedText(page).evaluate((text) => text.matches(':focus'))).toBe(true);
});

test('on a phone a button switches between writing and the preview', { tags: 'slow' }, async () => {
  const { page, context } = await site.visit({ width: 390 });
  await openEditor(page, context, site.url);
  await boxOf(page, 'longDescription').fill('Some **bold** words');
  const preview = page.getByRole('region', { name: 'Preview' });
  expect(await preview.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Preview' }).click();
  await preview.locator('strong').waitFor();
  expect(await boxOf(page, 'longDescription').isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Write' }).click();
  await eventually(() => boxOf(page, 'longDescription').inputValue()).toBe('Some **bold** words');
});

test('a form sent twice, and again after a lost reply, publishes one blog', {
  tags: 'slow',
}, async () => {
  const { page, context } = await site.visit({ allowedComplaints: /Failed to load/ });
  await page.clock.install();
  await openEditor(page, context, site.url);
  await fillBlog(page, { ...someText, title: 'Only once' });
  const names: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/addBlog')) names.push(request.headers()['idempotency-key']);
  });
  await page.route('**/api/addBlog', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Save', exact: true }).dblclick();
  await passTimeUntilSeen(page, page.getByText("It isn't known whether this was saved."));
  expect(await writtenBlog(page)).toEqual({ ...someText, title: 'Only once' });
  await page.unroute('**/api/addBlog');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Blog added successfully!').waitFor();
  const found = await fetch(`${site.url}/api/allBlogs?search=Only%20once`);
  const blogs: unknown[] = await found.json();
  expect(blogs).toHaveLength(1);
  // Five automatic attempts, and one by hand.
  expect(names).toEqual(Array.from({ length: 6 }, () => names[0]));
});

test('an author updates a blog and is led to it', { tags: 'slow' }, async () => {
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  const id = await publishInBackground(context, site.url, { title: 'Before' });
  await open(page, `/update-blog/${id}`);
  expect(await page.title()).toBe('Update Blog | The Content Hub');
  expect(await writtenBlog(page)).toEqual({ ...someText, title: 'Before' });
  await fillBlog(page, { title: 'After' });
  await page.getByRole('button', { name: 'Update Blog' }).click();
  await page.getByText('Blog updated successfully!').waitFor();
  await page.waitForURL(`${site.url}/blog/${id}`);
  await page.getByRole('heading', { level: 1, name: 'After' }).waitFor();
});

test('a blog that can’t be loaded for editing is reported with the reason, and can be tried again', {
  tags: 'slow',
}, async () => {
  const { page, context } = await site.visit({ allowedComplaints: /500/ });
  await signUpInBackground(context, site.url);
  const id = await publishInBackground(context, site.url, { title: 'Out of reach' });
  await open(page, `/blog/${id}`);
  await page.clock.install();
  await failApi(page, `/api/blog/${id}`);
  await page.getByRole('link', { name: 'Update Blog' }).click();
  const note = page.getByRole('main').getByText('Failed to fetch blog details.');
  await passTimeUntilSeen(page, note);
  await eventually(() => page.getByText('Failed to fetch blog details.').count()).toBe(2);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await eventually(() => boxOf(page, 'title').inputValue()).toBe('Out of reach');
});

test('another member’s blog can’t be edited', async () => {
  const author = await site.visit();
  await signUpInBackground(author.context, site.url);
  const id = await publishInBackground(author.context, site.url, { title: 'Not yours' });
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  await open(page, `/update-blog/${id}`);
  await page.getByText('You are not authorized to edit this blog.').waitFor();
  expect(await page.getByRole('button', { name: 'Update Blog' }).count()).toBe(0);
});

test('in a conflict of two tabs the later one sees both texts, and can take the newer one without losing its own', {
  tags: 'slow',
}, async () => {
  const { page, context } = await site.visit({ allowedComplaints: /412/ });
  await signUpInBackground(context, site.url);
  const id = await publishInBackground(context, site.url, { title: 'Two tabs' });
  await open(page, `/update-blog/${id}`);
  await updateInBackground(context, site.url, id, {
    title: 'Two tabs',
    longDescription: 'Theirs.',
  });
  await fillBlog(page, { longDescription: 'Mine.' });
  await page.getByRole('button', { name: 'Update Blog' }).click();
  await page.getByRole('heading', { name: 'This blog was saved elsewhere' }).waitFor();
  const mine = page.getByRole('region', { name: 'Your text' });
  const newest = page.getByRole('region', { name: 'The newest text' });
  await mine.getByText('Mine.').waitFor();
  await newest.getByText('Theirs.').waitFor();
  await newest.getByRole('button', { name: 'Continue with the newest' }).click();
  await eventually(() => boxOf(page, 'longDescription').inputValue()).toBe('Theirs.');
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await eventually(() => boxOf(page, 'longDescription').inputValue()).toBe('Mine.');
});

test('in a conflict of two tabs a side is chosen for each difference, and the history shows what changed', {
  tags: 'slow',
}, async () => {
  const { page, context } = await site.visit({ allowedComplaints: /412/ });
  await signUpInBackground(context, site.url);
  const longDescription = 'First line.\n\nA middle.\n\nThe last line.';
  const id = await publishInBackground(context, site.url, { title: 'Three', longDescription });
  await open(page, `/update-blog/${id}`);
  await updateInBackground(context, site.url, id, {
    title: 'Three by them',
    longDescription: 'First line.\n\nA middle.\n\nTheir last line.',
  });
  await fillBlog(page, { longDescription: 'My first line.\n\nA middle.\n\nThe last line.' });
  await page.getByRole('button', { name: 'Update Blog' }).click();
  const places = page.getByRole('group');
  await eventually(() => places.count()).toBe(3);
  const [title, first, last] = [places.nth(0), places.nth(1), places.nth(2)];
  expect(await title.getByRole('radio', { name: 'The newest', exact: true }).isChecked()).toBe(
    true,
  );
  expect(await first.getByRole('radio', { name: 'Yours' }).isChecked()).toBe(true);
  expect(await last.getByRole('radio', { name: 'The newest', exact: true }).isChecked()).toBe(true);
  expect((await first.locator('ins').allTextContents()).join('')).toContain('My');
  await title.getByRole('radio', { name: 'Yours' }).check();
  await last.getByRole('radio', { name: 'Both' }).check();
  await page.getByRole('button', { name: 'Publish what is chosen' }).click();
  await page.waitForURL(`${site.url}/blog/${id}`);
  const blog = await (await context.request.get(`/api/blog/${id}`)).json();
  expect([blog.title, blog.longDescription]).toEqual([
    'Three',
    'My first line.\n\nA middle.\n\nTheir last line.\nThe last line.',
  ]);

  await open(page, `/update-blog/${id}`);
  await page.getByRole('button', { name: 'Show earlier texts' }).click();
  await page.getByRole('button', { name: 'Show', exact: true }).first().click();
  const changes = page.getByRole('region', { name: 'What changed' });
  await eventually(() => changes.locator('del').allTextContents()).toEqual(['The']);
  expect(await changes.locator('ins').allTextContents()).toEqual(['Their']);
  await page.getByRole('button', { name: 'Show the whole text' }).click();
  await page.getByText('Their last line.').last().waitFor();
});

test('in a conflict of two tabs the later one may publish its own text, and the other is in the history', {
  tags: 'slow',
}, async () => {
  const { page, context } = await site.visit({ allowedComplaints: /412/ });
  await signUpInBackground(context, site.url);
  const id = await publishInBackground(context, site.url, { title: 'Two tabs' });
  await open(page, `/update-blog/${id}`);
  await updateInBackground(context, site.url, id, {
    title: 'Two tabs',
    longDescription: 'Theirs.',
  });
  await fillBlog(page, { longDescription: 'Mine.' });
  await page.getByRole('button', { name: 'Update Blog' }).click();
  await page.getByRole('button', { name: 'Publish mine' }).click();
  await page.getByRole('article').getByText('Mine.').waitFor();
  await open(page, `/update-blog/${id}`);
  await page.getByRole('button', { name: 'Show earlier texts' }).click();
  await page.getByRole('button', { name: 'Show', exact: true }).first().click();
  await page.getByRole('button', { name: 'Restore this text' }).click();
  await eventually(() => boxOf(page, 'longDescription').inputValue()).toBe('Theirs.');
});

test('a blog that is deleted while it is edited is reported, and the text stays', {
  tags: 'slow',
}, async () => {
  const { page, context } = await site.visit({ allowedComplaints: /404/ });
  await signUpInBackground(context, site.url);
  const id = await publishInBackground(context, site.url, { title: 'Going soon' });
  await open(page, `/update-blog/${id}`);
  await context.request.delete(`/api/blog/${id}?title=Going%20soon`, {
    headers: { origin: site.url },
  });
  await fillBlog(page, { longDescription: 'Too late.' });
  await page.getByRole('button', { name: 'Update Blog' }).click();
  await page.getByText('Failed to update blog.').waitFor();
  await page.getByText('This blog does not exist or has been removed.').waitFor();
  await eventually(() => boxOf(page, 'longDescription').inputValue()).toBe('Too late.');
  await eventually(() => saveStatus(page).count()).toBe(1);
});

test('a blog is deleted at once, and Undo restores it with the unpublished text', {
  tags: 'slow',
}, async () => {
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  const id = await publishInBackground(context, site.url, { title: 'To be deleted' });
  await open(page, `/update-blog/${id}`);
  await fillBlog(page, { longDescription: 'Not published yet.' });
  await page.getByRole('button', { name: 'Delete this blog' }).click();
  await page.waitForURL(`${site.url}/`);
  await page.getByText('Blog deleted.').waitFor();
  expect((await fetch(`${site.url}/api/blog/${id}`)).status).toBe(404);
  expect(await (await fetch(site.url)).text()).not.toContain('To be deleted');

  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForURL(`${site.url}/blog/${id}`);
  await page.getByRole('heading', { name: 'To be deleted', level: 1 }).waitFor();
  expect(await (await fetch(site.url)).text()).toContain('To be deleted');
  await open(page, `/update-blog/${id}`);
  await page.getByRole('button', { name: 'Restore' }).click();
  await eventually(() => boxOf(page, 'longDescription').inputValue()).toBe('Not published yet.');
});

test('Undo is offered until the page is left', { tags: 'slow' }, async () => {
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  const id = await publishInBackground(context, site.url, { title: 'Gone for good' });
  await open(page, `/update-blog/${id}`);
  await page.getByRole('button', { name: 'Delete this blog' }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  await page.getByRole('link', { name: 'All Blogs' }).first().click();
  await undo.waitFor({ state: 'detached' });
});

test('an author exports all of their own blogs', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await publishInBackground(context, site.url, { title: 'Exported' });
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export all my blogs' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);
});

test('a blog is written and published by the keyboard alone', { tags: 'slow' }, async () => {
  // Slow typing makes the page load a partial address.
  const { page, context } = await site.visit({ allowedComplaints: /404.*\/images\// });
  await signUpInBackground(context, site.url);
  await open(page, '/Add-Blog');
  const { keyboard } = page;
  // However many stops lie between.
  async function tabTo(name: keyof typeof emptyText) {
    do await keyboard.press('Tab');
    while (!(await isFocused(boxOf(page, name))));
  }
  await boxOf(page, 'title').focus();
  await keyboard.type('Without a mouse');
  await tabTo('imageUrl');
  await keyboard.type('/images/categories/other.webp');
  await tabTo('category');
  await keyboard.type('Other');
  await tabTo('shortDescription');
  await keyboard.type('Keys only.');
  await keyboard.press('Tab');
  await keyboard.press('ArrowRight');
  await keyboard.press('Enter');
  await keyboard.type('bold');
  await eventually(() => boxOf(page, 'longDescription').inputValue()).toBe('**bold**');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await page.getByText('Blog added successfully!').waitFor();
});
