import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signUpInBackground } from '../account.ts';
import { eventually, type Visit } from '../browser.ts';
import { visitedSite } from '../visited-site.ts';
import { latestBlogs, memberOf, send } from '../wishes-and-comments.ts';
import { publishInBackground } from '../writing.ts';

const site = visitedSite();

/** Factor by which the visitor's CPU is throttled. */
const slowdown = 8;

interface EarlyVisit {
  readonly page: Page;
  /** Lets the scripts load that hydrate pages. */
  readonly letHydrate: () => void;
}

/** Visits a page that has only its document, styles and entry script yet. */
async function visitEarly(path: string, given?: Visit): Promise<EarlyVisit> {
  const { page } = given ?? (await site.visit());
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/browser-(?!entry)[^/]+\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(path);
  return { page, letHydrate: resolve };
}

/** Like `visitEarly`, with a throttled CPU, so that hydration takes long once the scripts are loaded. */
async function visitSlowly(path: string): Promise<EarlyVisit> {
  const visit = await site.visit();
  const early = await visitEarly(path, visit);
  const session = await visit.context.newCDPSession(visit.page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return early;
}

const notSignedIn = (page: Page) => page.getByRole('dialog').getByText('Not Logged In');

test('a button that is pressed before hydration acts once, after hydration', async () => {
  const { page, letHydrate } = await visitSlowly('/');
  const wish = page.getByRole('button', { name: 'Add to Wishlist' }).first();
  await wish.click();
  expect(await wish.getAttribute('aria-busy')).toBe('true');
  await wish.click();
  expect(await notSignedIn(page).isVisible()).toBe(false);
  letHydrate();
  await notSignedIn(page).waitFor();
  expect(await wish.getAttribute('aria-busy')).toBe(null);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await eventually(() => notSignedIn(page).isVisible()).toBe(false);
});

test('a menu that is opened before hydration stays open', async () => {
  const { page, letHydrate } = await visitEarly('/Account', await memberOf(site));
  await page.getByRole('button', { name: /^Your account/ }).click();
  const menu = page.getByRole('navigation', { name: 'Your account' });
  await menu.waitFor();
  letHydrate();
  await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined);
  expect(await menu.isVisible()).toBe(true);
});

test('a notification that is opened before hydration is marked read', {
  tags: 'slow',
}, async () => {
  const author = await memberOf(site);
  const blogId = await publishInBackground(author.context, site.url);
  const reader = await memberOf(site);
  await send(site, reader.context, 'POST', '/api/addcomment', { blogId, comment: 'A word' });
  const { page, letHydrate } = await visitEarly('/notifications', author);
  const link = page.getByRole('main').getByRole('link', { name: /commented on/ });
  await link.click();
  expect(await link.getAttribute('aria-busy')).toBe('true');
  letHydrate();
  await page.waitForURL(`**/blog/${blogId}#comment-*`);
  const bell = page.getByRole('link', { name: /^Notifications/ });
  await eventually(() => bell.getAttribute('aria-label')).toBe('Notifications');
});

test('a button that is pressed during hydration acts', {
  tags: 'slow',
}, async () => {
  const { page, letHydrate } = await visitSlowly('/');
  letHydrate();
  await page.getByRole('button', { name: 'Add to Wishlist' }).first().click();
  await notSignedIn(page).waitFor();
});

test('a link and a search form work before any script is loaded', {
  tags: 'slow',
}, async () => {
  const { page } = await visitEarly('/');
  await page.getByRole('link', { name: 'All Blogs', exact: true }).first().click();
  await page.waitForURL('**/All-blogs');
  const field = page.getByRole('searchbox', { name: 'Search by title' });
  await field.fill('the');
  await field.press('Enter');
  await page.waitForURL('**/All-blogs?search=the');
});

test('text typed into the search before hydration stays, and is searched for', {
  tags: 'slow',
}, async () => {
  const { page, letHydrate } = await visitEarly('/All-blogs');
  const field = page.getByRole('searchbox', { name: 'Search by title' });
  await field.pressSequentially('train');
  letHydrate();
  await page.getByRole('button', { name: 'Add to Wishlist' }).first().click();
  await notSignedIn(page).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await eventually(() => field.inputValue()).toBe('train');
  await field.press('Enter');
  await page.waitForURL('**/All-blogs?search=train');
});

test('a form that is filled in and submitted before hydration is sent completely', async () => {
  const { page, letHydrate } = await visitEarly('/contact');
  const form = page.getByRole('region', { name: 'Write to us' });
  await form.getByLabel('Name').pressSequentially('Ada');
  await form.getByLabel('Email').pressSequentially('ada@example.com');
  await form.getByLabel('Message').pressSequentially('Good morning');
  await page.getByRole('button', { name: 'Send Message' }).click();
  letHydrate();
  await page.getByRole('dialog').getByText('Your message has been sent successfully.').waitFor();
});

test('a comment that is typed and submitted before hydration is sent as typed', {
  tags: 'slow',
}, async () => {
  const visit = await site.visit();
  await signUpInBackground(visit.context, site.url);
  const [{ _id }] = await latestBlogs(site);
  const { page, letHydrate } = await visitEarly(`/blog/${_id}`, visit);
  await page.getByLabel('Add a comment').pressSequentially('Said early');
  await page.getByRole('button', { name: 'Post Comment' }).click();
  letHydrate();
  await page.getByText('Comment added successfully!').waitFor();
  expect(await page.getByText('Said early').count()).toBe(1);
});

test('a keyboard shortcut that is pressed before hydration acts after it', async () => {
  const { page, letHydrate } = await visitEarly('/');
  await page.keyboard.press('?');
  letHydrate();
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
});

test('a theme that is chosen before hydration is kept', async () => {
  const { page, letHydrate } = await visitEarly('/');
  await page.getByRole('button', { name: /dark/i }).first().click();
  letHydrate();
  await eventually(() => page.evaluate(() => document.documentElement.className)).toContain('dark');
});
