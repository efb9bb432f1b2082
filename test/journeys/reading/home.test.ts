import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readingMinutesOf } from '../../../src/blog/reading-time.ts';
import { eventually, failApi, open, passTimeUntilSeen } from '../../browser.ts';
import { fetchOnce } from '../../running-site.ts';
import { visitedSite } from '../../visited-site.ts';

const site = visitedSite();

const ticker = (page: Page) => page.getByRole('region', { name: 'Latest blogs' });
const firstTitle = (page: Page) => ticker(page).getByRole('link').first();

interface LatestBlog {
  readonly _id: string;
  readonly title: string;
  readonly shortDescription: string;
  readonly author: { readonly name: string };
  readonly wordCount: number;
}

async function latestBlogs(): Promise<LatestBlog[]> {
  return (await fetchOnce(`${site.url}/api/latestBlogs`)).json();
}

/** Whether a title moves within ten frames. */
async function isMoving(page: Page): Promise<boolean> {
  return firstTitle(page).evaluate(async (title) => {
    const twoFrames = () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const before = title.getBoundingClientRect().left;
    for (let count = 0; count < 5; count += 1) await twoFrames();
    return title.getBoundingClientRect().left !== before;
  });
}

test('the ticker names the latest blogs and links to each', { tags: 'slow' }, async () => {
  const { page } = await site.visit();
  await open(page, '/');
  const latest = await latestBlogs();
  const links = await ticker(page)
    .getByRole('link')
    .evaluateAll((elements) =>
      elements.map((element) => [element.textContent, element.getAttribute('href')]),
    );
  expect(await ticker(page).getByText('Latest:', { exact: true }).isVisible()).toBe(true);
  expect(links).toEqual(latest.map(({ _id, title }) => [title, `/blog/${_id}`]));
});

test('the ticker moves, and stops under the pointer, for the keyboard and by its button', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit({ reducedMotion: false });
  await open(page, '/');
  await eventually(() => isMoving(page)).toBe(true);

  await ticker(page).hover();
  await eventually(() => isMoving(page)).toBe(false);
  await page.mouse.move(0, 0);
  await eventually(() => isMoving(page)).toBe(true);

  await page.getByRole('link', { name: 'Contact us' }).focus();
  await eventually(async () => {
    await page.keyboard.press('Tab');
    return firstTitle(page).evaluate((title) => title === document.activeElement);
  }).toBe(true);
  await eventually(() => isMoving(page)).toBe(false);
  await firstTitle(page).blur();
  await eventually(() => isMoving(page)).toBe(true);

  await ticker(page)
    .getByRole('button', { name: /^Pause/ })
    .click();
  await page.mouse.move(0, 0);
  await eventually(() => isMoving(page)).toBe(false);
  await ticker(page).getByRole('button', { name: /^Play/ }).click();
  await page.mouse.move(0, 0);
  await eventually(() => isMoving(page)).toBe(true);
});

test("the ticker's second copy is inert", { tags: 'slow' }, async () => {
  const { page } = await site.visit({ reducedMotion: false });
  await open(page, '/');
  const { length } = await latestBlogs();
  const all = ticker(page).locator('a');
  await eventually(() => all.count()).toBe(2 * length);
  expect(await ticker(page).locator('[inert] a').count()).toBe(length);
  expect(await ticker(page).getByRole('link').count()).toBe(length);
});

test('a paused ticker stays paused after a reload, until it is played again', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit({ reducedMotion: false });
  await open(page, '/');
  const button = (name: RegExp) => ticker(page).getByRole('button', { name });
  await button(/^Pause/).click();
  await open(page, '/');
  await button(/^Play/).waitFor();
  await page.mouse.move(0, 0);
  await eventually(() => isMoving(page)).toBe(false);
  await button(/^Play/).click();
  await open(page, '/');
  await eventually(() => isMoving(page)).toBe(true);
  expect(await button(/^Pause/).count()).toBe(1);
});

test('with reduced motion the ticker is scrolled by hand and keyboard, and keeps its position', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit({ reducedMotion: true });
  await open(page, '/');
  const titles = ticker(page).locator('.ticker-window');
  const position = () => titles.evaluate((element) => element.scrollLeft);
  await titles.hover();
  await page.mouse.wheel(200, 0);
  await eventually(position).toBe(200);
  await firstTitle(page).focus();
  for (const { title } of (await latestBlogs()).slice(1)) {
    await page.keyboard.press('Tab');
    const link = ticker(page).getByRole('link', { name: title });
    await eventually(() => link.evaluate((it) => it === document.activeElement)).toBe(true);
  }
  const end = await position();
  expect(end).toBeGreaterThan(200);
  await page.keyboard.press('Tab');
  await eventually(() => position()).toBe(end);
});

test('with reduced motion the ticker and the hero have no running animation', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit({ reducedMotion: true });
  await open(page, '/');
  const running = await page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation.playState === 'running')
      .map((animation) => Number(animation.effect?.getComputedTiming().duration))
      .filter((milliseconds) => milliseconds > 100),
  );
  expect(running).toEqual([]);
  expect(await isMoving(page)).toBe(false);
});

test('the ticker keeps its loading state if the latest blogs fail to load, and logs it to the console only', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit({ allowedComplaints: /Error fetching latest blogs:|500/ });
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.clock.install();
  await open(page, '/Account/signin');
  const { calls } = await failApi(page, '/api/latestBlogs');
  await page.getByRole('link', { name: 'The Content Hub' }).first().click();

  const loading = ticker(page).getByRole('status');
  await loading.waitFor();
  await passTimeUntilSeen(page, page.getByText('The latest blogs could not be loaded.'));
  expect(calls()).toBe(4);
  expect(await loading.isVisible()).toBe(true);
  expect(await ticker(page).getByRole('alert').count()).toBe(0);
  expect(logged.some((line) => line.startsWith('Error fetching latest blogs:'))).toBe(true);
});

test('the hero shows the welcome, and its button scrolls to the blogs', async () => {
  const { page } = await site.visit({ reducedMotion: false });
  await open(page, '/');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
    'Welcome to the Content Hub',
  );
  const text = 'Explore insightful articles, tips, and stories from around the globe.';
  expect(await page.getByText(text, { exact: true }).isVisible()).toBe(true);
  const positions = await page.evaluateHandle(() => {
    const seen: number[] = [];
    addEventListener('scroll', () => seen.push(scrollY));
    return seen;
  });
  const explore = page.getByRole('button', { name: 'Explore Home Page', exact: true });
  await explore.click();
  const section = page.locator('#blogs-section');
  await eventually(() =>
    section.evaluate((element) => Math.abs(element.getBoundingClientRect().top) < 60),
  ).toBe(true);
  // Smooth scrolling: a jump would be one step. A machine that stalls meanwhile leaves few steps.
  expect((await positions.jsonValue()).length).toBeGreaterThan(1);
});

test('Recent Posts shows a card for each of the latest blogs, with a Details link to it', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit();
  await open(page, '/');
  const main = page.getByRole('main');
  expect(await main.getByRole('heading', { name: 'Recent Posts' }).isVisible()).toBe(true);
  for (const { _id, title, shortDescription, author, wordCount } of await latestBlogs()) {
    const card = main.getByRole('article', { name: title, exact: true });
    const minutes = `${readingMinutesOf(wordCount)} min read`;
    for (const text of [shortDescription, `By ${author.name}`, minutes]) {
      expect(await card.getByText(text, { exact: true }).isVisible()).toBe(true);
    }
    expect(await card.locator('time').textContent()).toMatch(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/);
    expect(await card.getByRole('link', { name: 'Details' }).getAttribute('href')).toBe(
      `/blog/${_id}`,
    );
    expect(await card.getByRole('button', { name: 'Add to Wishlist' }).isVisible()).toBe(true);
    const cover = card.locator('img');
    await cover.scrollIntoViewIfNeeded();
    await eventually(() =>
      cover.evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(0);
  }
});

test('a cover that fails to load is replaced by its category’s artwork', async () => {
  const { page } = await site.visit({ allowedComplaints: /ERR_FAILED/ });
  await page.route('**/images/demo/**', (route) => route.abort());
  await open(page, '/');
  const cover = page.getByRole('main').getByRole('article').first().locator('img');
  await cover.scrollIntoViewIfNeeded();
  await eventually(() =>
    cover.evaluate(
      (image: HTMLImageElement) => image.naturalWidth > 0 && new URL(image.currentSrc).pathname,
    ),
  ).toMatch(/^\/images\/categories\//);
});

test('a signed-out visitor who adds to the wishlist is asked to sign in, and may cancel', async () => {
  const { page } = await site.visit();
  await open(page, '/');
  const add = page.getByRole('button', { name: 'Add to Wishlist' }).first();
  await add.click();
  const dialog = page.getByRole('dialog', { name: 'Not Logged In' });
  await dialog.waitFor();
  expect(await dialog.getByText('Please sign in to add items to your wishlist.').isVisible()).toBe(
    true,
  );

  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await eventually(() => add.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(new URL(page.url()).pathname).toBe('/');

  await add.click();
  await dialog.getByRole('button', { name: 'Go to Sign In' }).click();
  await page.waitForURL('**/Account/signin');
});
