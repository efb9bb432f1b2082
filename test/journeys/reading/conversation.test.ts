import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually, focusedText, open } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import { type Member, memberOf, publish, send } from '../../wishes-and-comments.ts';

const site = visitedSite();

const section = (page: Page) => page.getByRole('region', { name: 'Comments' });
const comments = (page: Page) => section(page).getByRole('article');
const commentOf = (page: Page, text: string) => comments(page).filter({ hasText: text });
const press = (page: Page, text: string, name: string) =>
  commentOf(page, text).getByRole('button', { name }).click();

/** A blog, its author, and a reader who has commented on it. */
async function conversation() {
  const author = await memberOf(site, { displayName: 'Grace Hopper' });
  const reader = await memberOf(site);
  const blogId = await publish(site, author.context, `Conversed about ${Math.random()}`);
  const say = async ({ context }: Pick<Member, 'context'>, comment: string, replyTo?: string) => {
    const data = { blogId, comment, replyTo };
    const reply = await send(site, context, 'POST', '/api/addcomment', data);
    return ((await reply.json()) as { _id: string })._id;
  };
  const firstId = await say(reader, 'The first word');
  return { author, reader, blogId, firstId, path: `/blog/${blogId}`, say };
}

const texts = (page: Page) =>
  section(page).locator('article p, article blockquote, li > p').allTextContents();

test('an author replies below a comment, and a reply to a reply is in the same thread', async () => {
  const { author, reader, path, say } = await conversation();
  await say(reader, 'Something else');
  const { page } = author;
  await open(page, path);
  expect(await page.getByText('Cannot comment on own blog').isVisible()).toBe(true);
  await press(page, 'The first word', 'Reply');
  const field = page.getByLabel('Reply to Ada Lovelace');
  await eventually(() => field.evaluate((box) => box === document.activeElement)).toBe(true);
  await field.fill('Thank *you*');
  await page.getByRole('button', { name: 'Post Reply' }).click();
  await page.getByText('Comment added successfully!').waitFor();
  await eventually(() => texts(page)).toEqual(['The first word', 'Thank you', 'Something else']);
  expect(await commentOf(page, 'Thank you').locator('em').textContent()).toBe('you');

  await open(reader.page, path);
  await press(reader.page, 'Thank you', 'Reply');
  await reader.page.getByLabel('Reply to Grace Hopper').fill('Not at all');
  await reader.page.keyboard.press('Control+Enter');
  await eventually(() => texts(reader.page)).toEqual([
    'The first word',
    'Thank you',
    'Not at all',
    'Something else',
  ]);
  expect(await section(reader.page).getByRole('list', { name: 'Replies' }).count()).toBe(1);
});

test('a deleted comment with replies leaves a placeholder, and Undo restores it', async () => {
  const { author, reader, path, firstId, say } = await conversation();
  await say(author, 'An answer', firstId);
  const { page } = reader;
  await open(page, path);
  await press(page, 'The first word', 'Delete');
  await eventually(() => texts(page)).toEqual(['This comment was deleted.', 'An answer']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('The comment is back.').waitFor();
  await eventually(() => texts(page)).toEqual(['The first word', 'An answer']);
});

test('a recent comment can be edited by its writer, and is marked as edited', async () => {
  const { reader, path } = await conversation();
  const { page } = reader;
  await open(page, path);
  await press(page, 'The first word', 'Edit');
  const field = page.getByLabel('Edit your comment');
  expect(await field.inputValue()).toBe('The first word');
  await field.press('Escape');
  await field.waitFor({ state: 'detached' });
  await press(page, 'The first word', 'Edit');
  await field.fill('The **second** word');
  await page.getByRole('button', { name: 'Save Comment' }).click();
  await page.getByText('Comment changed.').waitFor();
  await eventually(() => texts(page)).toEqual(['The second word']);
  expect(await comments(page).getByText('edited').isVisible()).toBe(true);
  await page.reload();
  await eventually(() => texts(page)).toEqual(['The second word']);
});

test('Newest first has an address of its own, which the server renders', {
  tags: 'slow',
}, async () => {
  const { reader, path, say } = await conversation();
  await say(reader, 'The last word');
  const { page, context } = reader;
  const newest = `${path}?comments=newest`;
  const html = await (await context.request.get(newest)).text();
  expect(html.indexOf('>The last word</p>')).toBeGreaterThan(0);
  expect(html.indexOf('>The last word</p>')).toBeLessThan(html.indexOf('>The first word</p>'));
  expect(html).toMatch(new RegExp(`<link rel="canonical" href="[^"?]*${path}"`));
  await open(page, path);
  await page.getByRole('link', { name: 'Newest first' }).click();
  await page.waitForURL(`**${newest}#comments`);
  await eventually(() => texts(page)).toEqual(['The last word', 'The first word']);
  await page.getByLabel('Add a comment').fill('Newer still');
  await page.getByRole('button', { name: 'Post Comment' }).click();
  await eventually(() => texts(page)).toEqual(['Newer still', 'The last word', 'The first word']);
});

test('the author of a blog hides and shows a comment, and closes the comments', async () => {
  const { author, reader, path } = await conversation();
  const { page } = author;
  await open(page, path);
  await press(page, 'The first word', 'Hide');
  await page.getByText('The comment is hidden.').waitFor();
  const hidden = section(page).getByRole('region', { name: 'Comments that you have hidden' });
  expect(await hidden.getByText('The first word').isVisible()).toBe(true);

  await open(reader.page, `${path}#held-comments`);
  await reader.page.getByText('The author of the blog has hidden it.').waitFor();

  await hidden.getByRole('button', { name: 'Show again' }).click();
  await hidden.waitFor({ state: 'detached' });
  await eventually(() => texts(page)).toEqual(['The first word']);

  await page.getByRole('button', { name: 'Close the comments' }).click();
  await page.getByText('The author has closed the comments.').waitFor();
  await open(reader.page, path);
  await reader.page.getByText('The author has closed the comments.').waitFor();
  expect(await reader.page.getByRole('button', { name: 'Reply' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Open the comments' }).click();
  await page.getByText('Cannot comment on own blog').waitFor();
});

test('comments since the last visit are marked as new, and the key n moves from one to the next', {
  tags: 'slow',
}, async () => {
  const { author, reader, path, firstId, say } = await conversation();
  const { page } = reader;
  await open(page, path);
  await section(page).scrollIntoViewIfNeeded();
  expect(await section(page).getByText('New', { exact: true }).count()).toBe(0);
  await page.keyboard.press('n');
  await eventually(() => focusedText(page)).toContain('The first word');

  await say(author, 'An answer since', firstId);
  await say(reader, 'My own since');
  await page.goto('/contact');
  await open(page, path);
  await section(page).scrollIntoViewIfNeeded();
  await eventually(() => section(page).getByText('New', { exact: true }).count()).toBe(1);
  await page.keyboard.press('n');
  await eventually(() => focusedText(page)).toContain('An answer since');
});
