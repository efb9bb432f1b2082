// @module-tag slow
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { holdText } from '../../../src/blog/server/held/moderation-holds.ts';
import { openStorage } from '../../../src/storage/open-storage.ts';
import { signUpInBackground } from '../../account.ts';
import { eventually, open } from '../../browser.ts';
import { startSite } from '../../running-site.ts';
import { expectNoViolations } from '../../scenes/violations.ts';
import { visitedSite } from '../../visited-site.ts';
import { publishInBackground, someText } from '../../writing.ts';

const site = visitedSite();
const toast = (page: Page, text: string) => page.locator('.Toastify__toast').getByText(text);
const scene = { screen: 'manage', state: 'test', content: 'demo', path: '' } as const;

/** The database, opened by another process than the site. */
async function openDatabase() {
  const storage = await openStorage({
    dataDir: site.dataDir,
    onConnectionError(error) {
      throw error;
    },
  });
  onTestFinished(() => storage.close());
  return storage;
}

async function makeModerator(email: string): Promise<void> {
  const storage = await openDatabase();
  await storage.write(async ({ db, touch }) => {
    const { id } = await db
      .updateTable('people')
      .set({ role: 'moderator' })
      .where('email', '=', email)
      .returning('id')
      .executeTakeFirstOrThrow();
    touch(`person:${id}`);
  });
}

/** The pages on which a signed-out visitor finds a blog. */
async function placesOf(url: string, id: string, title: string): Promise<string[]> {
  const paths = [
    '/',
    `/All-blogs?search=${encodeURIComponent(title)}`,
    '/feed.xml',
    '/sitemap.xml',
  ];
  const found: string[] = [];
  for (const path of paths) {
    const text = await (await fetch(url + path)).text();
    // Checks the id, because a search page repeats the title.
    if (text.includes(id)) found.push(path);
  }
  const { status } = await fetch(`${url}/blog/${id}`);
  return status === 200 ? [...found, '/blog'] : found;
}

const everywhere = ['/', '/All-blogs', '/feed.xml', '/sitemap.xml', '/blog'];
const placesAt = async (url: string, id: string) =>
  (await placesOf(url, id, someText.title)).map((path) => path.split('?')[0]);

test('a reported blog is hidden everywhere at once, and restored', async () => {
  const author = await site.visit({ allowedComplaints: /404/ });
  const reader = await site.visit({ allowedComplaints: /404/ });
  const staff = await site.visit({ allowedComplaints: /404/ });
  await signUpInBackground(author.context, site.url);
  await signUpInBackground(reader.context, site.url);
  const { email } = await signUpInBackground(staff.context, site.url);
  const id = await publishInBackground(author.context, site.url);
  const other = await startSite({ DATA_DIR: site.dataDir });
  onTestFinished(() => other.stop());
  for (const { url } of [site, other]) expect(await placesAt(url, id)).toEqual(everywhere);

  await open(staff.page, '/Manage');
  await staff.page.getByText('Page Not Found').waitFor();
  await makeModerator(email);

  const comment = 'Cheap watches at https://spam.example';
  const headers = { origin: site.url };
  const data = { blogId: id, comment };
  await reader.context.request.post('/api/addcomment', { headers, data });

  await open(reader.page, `/blog/${id}`);
  await reader.page.getByRole('button', { name: 'Report', exact: true }).first().click();
  await reader.page.getByRole('radio', { name: 'Something else' }).check();
  await reader.page.getByLabel('In a sentence').fill('<b>It is</b> about me.');
  await expectNoViolations(reader.page, scene);
  await reader.page.getByRole('button', { name: 'Send report' }).click();
  await toast(reader.page, 'Thank you.').waitFor();
  await open(author.page, `/blog/${id}`);
  // Authors can't report their own blog; the button is for another person's comment.
  expect(await author.page.getByRole('button', { name: 'Report', exact: true }).count()).toBe(1);

  await open(staff.page, '/Manage');
  await staff.page.getByText('<b>It is</b> about me.').waitFor();
  const sections = staff.page.getByRole('navigation', { name: 'Manage' });
  await sections.getByRole('link', { name: 'Reports 1 waiting' }).waitFor();
  await staff.page.getByText('The whole text').click();
  await staff.page.locator('.article-text').waitFor();
  await expectNoViolations(staff.page, scene);
  await staff.page.getByLabel('Reason, for its author and the log').fill('It names somebody.');
  await staff.page.getByRole('button', { name: 'Hide', exact: true }).click();
  await toast(staff.page, 'The blog is hidden.').waitFor();
  for (const { url } of [site, other]) expect(await placesAt(url, id)).toEqual([]);
  await staff.page.getByText('Nothing is waiting').waitFor();
  await sections.getByRole('link', { name: 'Reports', exact: true }).waitFor();

  await open(author.page, '/Account/writing?list=published');
  await author.page.getByText('Hidden: It names somebody.').waitFor();
  await author.page.getByRole('link', { name: someText.title }).click();
  await author.page.getByText('Only you see this blog.').waitFor();
  expect(await author.page.getByLabel('Title').inputValue()).toBe(someText.title);

  // At the blog's address only its author sees that it is hidden.
  await open(reader.page, `/blog/${id}`);
  await open(author.page, `/blog/${id}`);
  await author.page.getByText('It is hidden').waitFor();
  await author.page.getByText('Reason: It names somebody.').waitFor();
  await author.page.getByRole('link', { name: 'Export all my blogs' }).waitFor();
  await expectNoViolations(author.page, scene);
  expect(await author.page.title()).toContain(someText.title);
  await reader.page.getByText('Page Not Found').waitFor();
  expect(await reader.page.getByText(someText.title).count()).toBe(0);

  // The author deletes it and restores it: it is hidden again.
  await author.page.getByRole('link', { name: 'Update Blog' }).click();
  await author.page.getByRole('button', { name: 'Delete this blog' }).click();
  await toast(author.page, 'Blog deleted.').waitFor();
  await author.page.getByRole('button', { name: 'Undo' }).click();
  await author.page.getByText('Reason: It names somebody.').waitFor();
  for (const { url } of [site, other]) expect(await placesAt(url, id)).toEqual([]);

  await staff.page.getByRole('button', { name: 'Undo' }).click();
  await toast(staff.page, 'Undone.').waitFor();
  for (const { url } of [site, other]) expect(await placesAt(url, id)).toEqual(everywhere);

  await open(staff.page, '/Manage/comments?search=watches');
  await staff.page.getByText(comment).waitFor();
  await expectNoViolations(staff.page, scene);
  await staff.page.getByRole('button', { name: 'Remove for good' }).click();
  await toast(staff.page, 'The comment is removed.').waitFor();
  await open(reader.page, `/blog/${id}`);
  await reader.page.getByText('No comments yet.').waitFor();

  await open(staff.page, '/Manage/blogs');
  await expectNoViolations(staff.page, scene);
  const own = staff.page.getByRole('article').filter({ hasText: someText.title }).first();
  await own.getByRole('button', { name: 'Close the comments' }).click();
  await toast(staff.page, 'Comments on this blog are closed.').waitFor();
  await open(reader.page, `/blog/${id}`);
  await reader.page.getByText('Comments on this blog are closed.').waitFor();

  const { reader: db } = await openDatabase();
  const acts = await db.selectFrom('acts').select(['act', 'reason']).orderBy('id').execute();
  expect(acts).toEqual([
    { act: 'blog-hidden', reason: 'It names somebody.' },
    { act: 'held-blog-deleted', reason: 'It names somebody.' },
    { act: 'held-blog-had-back', reason: 'It names somebody.' },
    { act: 'blog-restored', reason: '' },
    { act: 'comment-removed', reason: '' },
    { act: 'comments-closed', reason: '' },
  ]);
  await eventually(() => staff.page.getByText('Comments closed').count()).toBeGreaterThan(0);
});

test('staff see the picture of a waiting blog and its alternative text before they approve it', async () => {
  const author = await site.visit();
  await signUpInBackground(author.context, site.url);
  const staff = await site.visit();
  const { email } = await signUpInBackground(staff.context, site.url);
  await makeModerator(email);
  const described = { ...someText, title: 'Bread in a picture', imageAlt: 'A loaf on a board.' };
  const undescribed = { ...someText, title: 'Bread without words' };
  const storage = await openDatabase();
  for (const text of [described, undescribed]) {
    const id = await publishInBackground(author.context, site.url, text);
    const hold = { kind: 'blog', id, state: 'waiting', reason: 'A new member.' } as const;
    await storage.write((write) => holdText(write, { ...hold, now: Date.now() }));
  }

  await open(staff.page, '/Manage/blogs?show=waiting');
  const blog = staff.page.getByRole('article', { name: described.title });
  await blog.getByText(`Alternative text: ${described.imageAlt}`).waitFor();
  const picture = blog.getByRole('figure').locator('img');
  expect(await picture.getAttribute('src')).toContain('/images/categories/lifestyle');
  await eventually(() =>
    picture.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0),
  ).toBe(true);
  const other = staff.page.getByRole('article', { name: undescribed.title });
  await other.getByText('Without alternative text').waitFor();
  await expectNoViolations(staff.page, scene);
  await blog.getByRole('button', { name: 'Approve' }).click();
  await toast(staff.page, 'The blog is published.').waitFor();
});

test('after hiding by keyboard, the next text has the focus, or the heading if none is left', async () => {
  const author = await site.visit();
  await signUpInBackground(author.context, site.url);
  const staff = await site.visit();
  const { email } = await signUpInBackground(staff.context, site.url);
  await makeModerator(email);
  const titles = ['One by keys', 'Two by keys'];
  for (const title of titles) {
    await publishInBackground(author.context, site.url, { ...someText, title });
  }
  const focused = () =>
    staff.page.evaluate(
      () =>
        document.activeElement?.querySelector('h2')?.textContent ?? document.activeElement?.tagName,
    );
  await open(staff.page, '/Manage/blogs?search=keys');
  const newest = staff.page.getByRole('listitem').filter({ hasText: 'Two by keys' });
  await newest.getByRole('button', { name: 'Hide', exact: true }).focus();
  await staff.page.keyboard.press('Enter');
  await eventually(focused).toBe('One by keys');
  const last = staff.page.getByRole('listitem').filter({ hasText: 'One by keys' });
  await last.getByRole('button', { name: 'Hide', exact: true }).focus();
  await staff.page.keyboard.press('Enter');
  await eventually(focused).toBe('H1');
});
