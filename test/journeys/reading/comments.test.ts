import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fillSignIn, type TestAccount } from '../../account.ts';
import { eventually, failApi, open, passTimeUntilSeen, type VisitOptions } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import {
  editDatabase,
  endAllSessions,
  failedCalls,
  type Member,
  memberOf,
  publish,
  send,
} from '../../wishes-and-comments.ts';

const site = visitedSite();

const section = (page: Page) => page.getByRole('region', { name: 'Comments' });
const comments = (page: Page) => section(page).getByRole('article');
const field = (page: Page) => page.getByLabel('Add a comment');
const post = (page: Page) => page.getByRole('button', { name: 'Post Comment' });

/** A blog without comments, and a reader of it. */
async function readerOfABlog(
  options: VisitOptions = {},
  changes: Partial<TestAccount> = {},
): Promise<Member & { readonly path: string; readonly blogId: string }> {
  const author = await memberOf(site, { displayName: 'Grace Hopper' });
  const blogId = await publish(site, author.context, `Talked about ${Math.random()}`);
  const reader = await memberOf(site, changes, options);
  return { ...reader, blogId, path: `/blog/${blogId}` };
}

/** Posts a comment by an API call and resolves to its id. */
async function say(
  { context }: Pick<Member, 'context'>,
  blogId: string,
  comment: string,
): Promise<string> {
  const reply = await send(site, context, 'POST', '/api/addcomment', { comment, blogId });
  return (await reply.json())._id;
}

const isInViewport = (page: Page, id: string) =>
  page.evaluate((elementId) => {
    const box = document.getElementById(elementId)?.getBoundingClientRect();
    return box !== undefined && box.top >= 0 && box.bottom <= window.innerHeight;
  }, id);

test('a new comment is last in the list, with its line breaks, author and time', async () => {
  const reader = await readerOfABlog();
  const { page, path } = reader;
  await open(page, path);
  expect(await section(page).getByText('No comments yet.').isVisible()).toBe(true);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/api/addcomment', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await field(page).fill('First line\nSecond line <b>not bold</b>');
  await post(page).dblclick();
  const saving = page.getByRole('button', { name: 'Saving...' });
  await saving.waitFor();
  expect(await saving.isDisabled()).toBe(true);
  // Shown at once, before the server has replied.
  await comments(page).getByText('Sending…').waitFor();
  expect(await comments(page).getByText('First line').count()).toBe(1);
  letGo();
  await page.getByText('Comment added successfully!').waitFor();
  await eventually(() => field(page).inputValue()).toBe('');
  expect(await comments(page).count()).toBe(1);
  const first = comments(page).first();
  expect(await first.getByRole('heading').textContent()).toBe('Ada Lovelace');
  // The list may be loaded again at any moment, which replaces its elements.
  const lines = () => first.getByText('First line').evaluate((text: HTMLElement) => text.innerText);
  await eventually(lines).toBe('First line\nSecond line <b>not bold</b>');
  expect(await first.locator('time').getAttribute('datetime')).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(await first.locator('img').getAttribute('src')).toContain('adaeze-obi');

  await field(page).fill('And another thing');
  await page.keyboard.press('Control+Enter');
  await eventually(() => comments(page).count()).toBe(2);
  expect(await comments(page).last().getByText('And another thing').isVisible()).toBe(true);
});

test('comments are in the server’s HTML, and visible without JavaScript', {
  tags: 'slow',
}, async () => {
  const reader = await readerOfABlog();
  await say(reader, reader.blogId, 'Written on the server');
  const html = await (await reader.context.request.get(reader.path)).text();
  expect(html).toContain('>Written on the server</p>');
  const asked: string[] = [];
  reader.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await open(reader.page, reader.path);
  await reader.page.waitForLoadState('networkidle');
  // Except for the reports that the blog was opened: for its counter, and for the reader's history.
  const isReport = (path: string) => path === '/api/reads' || path.startsWith('/api/history/');
  expect(asked.filter((path) => path.startsWith('/api/') && !isReport(path))).toEqual([]);
});

test('a comment needs a text of at most 2,000 characters, and a counter shows how many are left', async () => {
  const { page, path } = await readerOfABlog();
  await open(page, path);
  await page.getByText('2,000 characters left').waitFor();
  await post(page).click();
  await page.getByText('Comment is required.').waitFor();
  await field(page).fill(' \n ');
  await post(page).click();
  await page.getByText('Comment is required.').waitFor();
  await field(page).fill('👍'.repeat(1_999));
  await page.getByText('1 character left').waitFor();
  await field(page).fill('x'.repeat(2_001));
  await page.getByText('1 character too many').waitFor();
  await post(page).click();
  await page.getByText('Comment can have at most 2000 characters.').waitFor();
  await eventually(() => field(page).evaluate((box) => box === document.activeElement)).toBe(true);
});

test('a comment that could not be added disappears from the list, and its text stays in the field', {
  tags: 'slow',
}, async () => {
  const { page, path } = await readerOfABlog({ allowedComplaints: failedCalls });
  await open(page, path);
  await failApi(page, '/api/addcomment');
  await field(page).fill('Not to be lost');
  await post(page).click();
  await page.getByText('Failed to add comment').waitFor();
  expect(await comments(page).count()).toBe(0);
  await eventually(() => field(page).inputValue()).toBe('Not to be lost');
  await page.unrouteAll();
  await post(page).click();
  await page.getByText('Comment added successfully!').waitFor();
  expect(await comments(page).count()).toBe(1);
});

/** Passes every comment on to the site, and drops the first `lost` replies. */
async function loseAnswers(page: Page, lost: number): Promise<{ readonly keys: Set<unknown> }> {
  const keys = new Set<unknown>();
  let tries = 0;
  await page.route('**/api/addcomment', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    tries += 1;
    keys.add(route.request().headers()['idempotency-key']);
    if (tries > lost) return route.continue();
    await route.fetch();
    return route.abort();
  });
  return { keys };
}

test('a comment whose reply was lost is sent again automatically, and stored once', {
  tags: 'slow',
}, async () => {
  const { page, path } = await readerOfABlog({ allowedComplaints: failedCalls });
  await open(page, path);
  const { keys } = await loseAnswers(page, 1);
  await field(page).fill('Said once');
  await post(page).click();
  await page.getByText('Comment added successfully!').waitFor();
  expect(await comments(page).count()).toBe(1);
  expect(keys.size).toBe(1);
});

test('a comment with an unknown outcome says so, keeps its text, and is stored once when sent again', {
  tags: 'slow',
}, async () => {
  const { page, path } = await readerOfABlog({ allowedComplaints: failedCalls });
  await page.clock.install();
  await open(page, path);
  const { keys } = await loseAnswers(page, 5);
  await field(page).fill('Said once');
  await post(page).click();
  await passTimeUntilSeen(page, page.getByText("It isn't known whether this was saved."));
  await eventually(() => field(page).inputValue()).toBe('Said once');
  await post(page).click();
  await page.getByText('Comment added successfully!').waitFor();
  expect(await comments(page).count()).toBe(1);
  expect(keys.size).toBe(1);
});

test('a comment on a blog that was just removed keeps its text and gives the reason', async () => {
  const { page, path, blogId } = await readerOfABlog({ allowedComplaints: failedCalls });
  await open(page, path);
  editDatabase(site, (database) => database.exec(`delete from blogs where id = '${blogId}'`));
  await field(page).fill('Too late');
  await post(page).click();
  await page.getByText('This blog does not exist or has been removed.').waitFor();
  await eventually(() => field(page).inputValue()).toBe('Too late');
});

test('a reader can delete their own comment, and nobody else’s', { tags: 'slow' }, async () => {
  const reader = await readerOfABlog();
  await say(reader, reader.blogId, 'Mine');
  const other = await memberOf(site, { displayName: 'Charles Babbage' });
  await say(other, reader.blogId, 'His');
  const { page, path } = reader;
  await open(page, path);
  const remove = section(page).getByRole('button', { name: 'Delete' });
  expect(await remove.count()).toBe(1);
  await remove.click();
  await page.getByText('Comment deleted successfully!').waitFor();
  expect(await comments(page).getByRole('heading').allTextContents()).toEqual(['Charles Babbage']);
  await page.reload();
  await eventually(() => comments(page).count()).toBe(1);
});

test('a deleted comment is restored to its place, by Undo and by Ctrl+Z', {
  tags: 'slow',
}, async () => {
  const reader = await readerOfABlog();
  for (const text of ['One', 'Two', 'Three']) await say(reader, reader.blogId, text);
  const { page, path } = reader;
  await open(page, path);
  const texts = () => comments(page).locator('p').allTextContents();
  const remove = comments(page).nth(1).getByRole('button', { name: 'Delete' });
  const undo = page.getByRole('button', { name: 'Undo' });

  await remove.click();
  await undo.click();
  await page.getByText('The comment is back.').waitFor();
  expect(await texts()).toEqual(['One', 'Two', 'Three']);
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Two');

  await undo.waitFor({ state: 'detached' });
  await remove.press('Enter');
  await undo.waitFor();
  // In a field, Ctrl+Z undoes only typing.
  await field(page).press('Control+z');
  await eventually(() => texts()).toEqual(['One', 'Three']);
  await section(page).focus();
  await page.keyboard.press('Control+z');
  await eventually(texts).toEqual(['One', 'Two', 'Three']);
  await page.reload();
  await eventually(() => texts()).toEqual(['One', 'Two', 'Three']);
});

test('a comment that could not be deleted reappears in its place', { tags: 'slow' }, async () => {
  const reader = await readerOfABlog({ allowedComplaints: failedCalls });
  const id = await say(reader, reader.blogId, 'One');
  await say(reader, reader.blogId, 'Two');
  const { page, path } = reader;
  await open(page, path);
  await failApi(page, `/api/comments/${id}`);
  await comments(page).first().getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Failed to delete comment').waitFor();
  expect(await comments(page).locator('p').allTextContents()).toEqual(['One', 'Two']);
});

test('authors cannot comment on their own blogs, and the form says so', async () => {
  const author = await memberOf(site);
  const id = await publish(site, author.context, 'My own');
  await open(author.page, `/blog/${id}`);
  expect(await field(author.page).isDisabled()).toBe(true);
  expect(await author.page.getByText('Cannot comment on own blog').isVisible()).toBe(true);
  expect(await post(author.page).count()).toBe(0);
});

test('an unsent comment survives a reload, for this person and this blog only', {
  tags: 'slow',
}, async () => {
  const { page, path, context } = await readerOfABlog();
  await open(page, path);
  await field(page).fill('Half a thou');
  await open(page, path);
  await eventually(() => field(page).inputValue()).toBe('Half a thou');
  const second = await context.newPage();
  await open(second, path);
  await eventually(() => field(second).inputValue()).toBe('Half a thou');
  await post(page).click();
  await page.getByText('Comment added successfully!').waitFor();
  await eventually(() => field(second).inputValue()).toBe('');
});

test('a comment sent after the session ended is in its field again after Sign In', {
  tags: 'slow',
}, async () => {
  const { page, path, account } = await readerOfABlog({ allowedComplaints: failedCalls });
  await open(page, path);
  // The call made on first input would be the first to meet the end of the session.
  const asked = page.waitForResponse('**/api/myHeldComments');
  await field(page).fill('Written before the session ended');
  await asked;
  endAllSessions(site);
  await post(page).click();
  await page.waitForURL('**/Account/signin*');
  await page.getByText('Failed to add comment').waitFor();
  await fillSignIn(page, account);
  await page.waitForURL(`**${path}#your-comment`);
  await eventually(() => field(page).inputValue()).toBe('Written before the session ended');
  await post(page).click();
  await page.getByText('Comment added successfully!').waitFor();
  expect(await comments(page).count()).toBe(1);
});

/** Inserts `count` comments of this person on a blog; returns their ids, which are unique and older than new ones. */
function sayManyThings({ account, blogId }: Member & { blogId: string }, count: number): string[] {
  const end = randomUUID().slice(23, -4);
  const ids = Array.from(
    { length: count },
    (_, index) => `01900000-0000-7000-8000${end}${String(index + 1).padStart(4, '0')}`,
  );
  editDatabase(site, (database) => {
    const insert = database.prepare(`insert into comments (id, blog_id, person_id, text, created_at)
      select ?, ?, id, ?, ? from people where email = ?`);
    for (const [index, id] of ids.entries()) {
      insert.run(id, blogId, `Remark ${index + 1}`, 1_790_000_000_000 + index, account.email);
    }
  });
  return ids;
}

test('among a thousand comments a permalink leads to its comment, and one can be added and deleted', {
  tags: 'slow',
}, async () => {
  const reader = await readerOfABlog();
  const { page, path } = reader;
  const ids = sayManyThings(reader, 1_000);
  await open(page, path);
  expect(await comments(page).count()).toBe(100);
  // By key: comments that scroll into view get their real heights, which can move the button away from a click.
  await section(page).getByRole('button', { name: 'Show more comments' }).press('Enter');
  await eventually(() => comments(page).count()).toBe(300);

  const linked = `comment-${ids[849]}`;
  await page.goto('/contact');
  await open(page, `${path}#${linked}`);
  await eventually(() => isInViewport(page, linked)).toBe(true);
  await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe(linked);

  await field(page).fill('The thousand and first');
  await post(page).click();
  await page.getByText('Comment added successfully!').waitFor();
  expect(await comments(page).count()).toBe(1_001);
  const own = comments(page).last();
  expect(await own.getByText('The thousand and first').isVisible()).toBe(true);
  await own.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Comment deleted successfully!').waitFor();
  expect(await comments(page).count()).toBe(1_000);
});

test('the time of a comment links to its permalink, which highlights it', {
  tags: 'slow',
}, async () => {
  const reader = await readerOfABlog();
  const id = await say(reader, reader.blogId, 'Link to me');
  await say(reader, reader.blogId, 'Not to me');
  const { page, path } = reader;
  await open(page, path);
  const first = comments(page).first();
  const groundOf = (element: HTMLElement) => getComputedStyle(element).backgroundColor;
  const before = await first.evaluate(groundOf);
  await first.getByRole('link').click();
  await page.waitForURL(`**${path}#comment-${id}`);
  await eventually(() => first.evaluate(groundOf)).not.toBe(before);
  expect(await comments(page).last().evaluate(groundOf)).toBe(before);
});

test.for([
  '01900000-0000-7000-8000-00000000dead',
  'nonsense',
  '01ffffff-ffff-7fff-bfff-ffffffffffff',
])('a permalink to a missing comment (%s) says so', async (id) => {
  const reader = await readerOfABlog();
  await say(reader, reader.blogId, 'Still here');
  const { page, path } = reader;
  await open(page, `${path}#comment-${id}`);
  const notice = page.getByText('The comment that this link leads to is not here any more.');
  await notice.waitFor();
  await eventually(() =>
    notice.evaluate((element) => element.getBoundingClientRect().top < window.innerHeight),
  ).toBe(true);
});

test('comments are counted, and a URL in a comment becomes a link with rel="ugc nofollow noopener"', async () => {
  const { page, path, blogId, context } = await readerOfABlog();
  await say({ context }, blogId, 'Read https://example.org/a_(b), <b>all</b> of it.');
  await open(page, path);
  const link = comments(page).getByRole('link', { name: 'https://example.org/a_(b)', exact: true });
  expect(await link.getAttribute('rel')).toBe('ugc nofollow noopener');
  expect(await link.getAttribute('href')).toBe('https://example.org/a_(b)');
  expect(await comments(page).getByText('Read https://example.org/a_(b), <b>all</b>').count()).toBe(
    1,
  );
  expect(await section(page).getByText('1 comment', { exact: true }).isVisible()).toBe(true);
  await field(page).fill('So did I.');
  await post(page).click();
  await section(page).getByText('2 comments', { exact: true }).waitFor();
});
