// @module-tag slow
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually, open } from '../browser.ts';
import { layoutShiftOf } from '../scenes/layout.ts';
import { visitedSite } from '../visited-site.ts';
import { latestBlogs, memberOf, publish, send } from '../wishes-and-comments.ts';

const site = visitedSite({ READING: 'public' });
const width = 390;

const banner = (page: Page) => page.getByRole('banner');
const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true });

async function openBlog(): Promise<Page> {
  const [{ _id }] = await latestBlogs(site);
  const { page } = await site.visit({ width });
  await open(page, `/blog/${_id}`);
  await page.evaluate(() => document.fonts.ready);
  return page;
}

function scrollOn(page: Page, pixels: number): Promise<void> {
  return page.evaluate((y) => window.scrollBy({ top: y, behavior: 'instant' }), pixels);
}

/** Whether an element is completely within the window. */
function isWhole(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const { top, bottom, left, right } = node.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
  });
}

/** Characters per line of the text's paragraphs, except the last line of each. */
function lineLengths(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.article-text > p')].flatMap((paragraph) => {
      const lengths: number[] = [];
      const range = document.createRange();
      const texts = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
      let line = Number.NEGATIVE_INFINITY;
      let length = 0;
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (let index = 0; index < (text.textContent?.length ?? 0); index += 1) {
          range.setStart(text, index);
          range.setEnd(text, index + 1);
          const bottom = range.getClientRects()[0]?.bottom ?? line;
          if (bottom > line + 10) {
            if (length > 0) lengths.push(length);
            length = 0;
            line = bottom;
          }
          length += 1;
        }
      }
      return lengths;
    }),
  );
}

test('a line of an article has about 45 characters', async () => {
  const page = await openBlog();
  const lengths = await lineLengths(page);
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  expect(lengths.length).toBeGreaterThan(20);
  expect(mean).toBeGreaterThan(43);
  expect(mean).toBeLessThan(50);
});

test('the header hides while scrolling down, and returns while scrolling up or on focus', async () => {
  const page = await openBlog();
  await scrollOn(page, 1_200);
  await eventually(() => isWhole(banner(page))).toBe(false);
  await scrollOn(page, -100);
  await eventually(() => isWhole(banner(page))).toBe(true);
  await scrollOn(page, 300);
  await eventually(() => isWhole(banner(page))).toBe(false);
  await menuButton(page).focus();
  await eventually(() => isWhole(banner(page))).toBe(true);
  expect(await layoutShiftOf(page)).toBeLessThan(0.01);
});

test('an element focused by the Tab key is not covered by the header', async () => {
  const page = await openBlog();
  const links = page.getByRole('contentinfo').getByRole('link');
  await links.last().focus();
  for (let count = 0; count < 25; count += 1) {
    await page.keyboard.press('Shift+Tab');
    const isCovered = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused.closest('header.site-header')) return false;
      const box = focused.getBoundingClientRect();
      const y = box.top + Math.min(box.height / 2, 20);
      const seen = document.elementFromPoint(box.left + box.width / 2, y);
      return Boolean(seen?.closest('header.site-header'));
    });
    expect(isCovered).toBe(false);
  }
});

test('the button of the open menu closes it, also far down a page', async () => {
  const page = await openBlog();
  // Two scrolls within one frame would cancel out.
  await scrollOn(page, 1_200);
  await eventually(() => isWhole(banner(page))).toBe(false);
  await scrollOn(page, -100);
  await eventually(() => isWhole(banner(page))).toBe(true);
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await menuButton(page).click();
  await menu.waitFor();
  await eventually(() => isWhole(menu.getByRole('link', { name: 'Home' }))).toBe(true);
  await menuButton(page).click();
  await menu.waitFor({ state: 'hidden' });
});

test('category filters and table headers are in one line, and each can be reached', async () => {
  const { page } = await site.visit({ width });
  for (const { path, all } of [
    {
      path: '/All-blogs',
      all: () => page.getByRole('navigation', { name: 'Category' }).getByRole('link'),
    },
    { path: '/Featured-Blogs', all: () => page.getByRole('columnheader').getByRole('button') },
  ]) {
    await open(page, path);
    const tops = await all().evaluateAll((items) =>
      items.map((item) => item.getBoundingClientRect().top),
    );
    expect(new Set(tops).size, path).toBe(1);
    await all().last().focus();
    await eventually(() => isWhole(all().last())).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test('a row begins where its current link is in view, and the page does not scroll to it', async () => {
  const { page } = await site.visit({ width });
  await open(page, '/All-blogs?filter=Other');
  const links = page.getByRole('navigation', { name: 'Category' }).getByRole('link');
  await eventually(() => isWhole(links.last())).toBe(true);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await open(page, '/All-blogs');
  await eventually(() => isWhole(links.first())).toBe(true);
});

test('the side lists below the comments are less than a window high, and nothing in them is cut', async () => {
  const page = await openBlog();
  const side = page.getByRole('complementary');
  expect((await side.boundingBox())?.height).toBeLessThan(900);
  for (const name of ['Follow Us', 'Popular Posts', 'Newsletter', 'Recent Posts']) {
    expect(await side.getByRole('region', { name }).count(), name).toBe(1);
  }
  const last = side.getByRole('region', { name: 'Recent Posts' }).getByRole('link').last();
  await last.focus();
  await eventually(() => isWhole(last)).toBe(true);
});

test('a code block takes the whole width of the window', async () => {
  const { context } = await memberOf(site);
  const id = await publish(site, context, 'On code', '```js\nlet x = 1;\n```');
  const { page } = await site.visit({ width });
  await open(page, `/blog/${id}`);
  const box = await page.locator('.article-text .code').boundingBox();
  expect([box?.x, box?.width]).toEqual([0, width]);
});

/** The controls that a finger can press, and these links, of those that are lower than 44 pixels. */
function lowControls(page: Page, links: string): Promise<(string | null)[]> {
  return page
    .getByRole('button')
    .or(page.locator(links))
    .evaluateAll((controls) =>
      controls
        // The theme toggle is as narrow as a phone's margin, but high.
        .filter((control) => control.checkVisibility() && !control.matches('.theme-toggle'))
        .filter((control) => control.getBoundingClientRect().height < 43.5)
        .map((control) => control.textContent),
    );
}

test.for([
  '/',
  '/All-blogs',
  '/archive',
  '/archive/2026',
  '/contact',
  '/Account/signin',
  '/Account/signup',
])('on %s every control is 44 pixels high under a finger', async (path) => {
  const { page } = await site.visit({ width, byTouch: true });
  await open(page, path);
  expect(await lowControls(page, 'nav a, footer a[href]')).toEqual([]);
});

test('in an article and on the pages of a member every control is 44 pixels high under a finger', async () => {
  const author = await memberOf(site, { displayName: 'Grace Hopper' });
  const text = ['One', 'Two', 'Three'].map((title) => `## ${title}\n\nSome words.`).join('\n\n');
  const id = await publish(site, author.context, 'On fingers', text);
  const { page, context } = await memberOf(site, {}, { width, byTouch: true });
  const { authorId } = await (await context.request.get(`/api/blog/${id}`)).json();
  const { reader } = await (await context.request.get(`/api/history/${id}`)).json();
  const place = { block: 1, hash: 1, share: 10, isFinished: false, known: '', reader };
  const headers = { origin: site.url };
  await context.request.put(`/api/history/${id}`, { headers, data: place });
  await context.request.put(`/api/followed/${authorId}`, { headers });
  await send(site, context, 'POST', '/api/addcomment', { blogId: id, comment: 'Indeed.' });
  await publish(site, author.context, 'On thumbs');

  const main = page.getByRole('main');
  for (const { path, link } of [
    { path: `/blog/${id}`, link: 'One' },
    { path: `/author/${authorId}`, link: 'Feed' },
    { path: '/following', link: 'Grace Hopper' },
    { path: '/history', link: 'On fingers' },
    { path: '/notifications', link: 'Grace Hopper published “On thumbs”' },
  ]) {
    await open(page, path);
    const contents = main.getByText('Contents', { exact: true });
    if (link === 'One') await contents.click();
    await main.getByRole('link', { name: link, exact: true }).first().waitFor();
    const links = 'nav a, footer a[href], main header a, main li p a, main a:has(time)';
    expect(await lowControls(page, links), path).toEqual([]);
  }
});
