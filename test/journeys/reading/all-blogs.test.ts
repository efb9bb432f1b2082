import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually, failApi, open, passTimeUntilSeen } from '../../browser.ts';
import { fetchOnce } from '../../running-site.ts';
import { visitedSite } from '../../visited-site.ts';

const site = visitedSite();

interface ListedBlog {
  readonly _id: string;
  readonly title: string;
  readonly category: string;
  readonly shortDescription: string;
  readonly author: { readonly name: string };
}

async function blogsOf(query = ''): Promise<ListedBlog[]> {
  return (await fetchOnce(`${site.url}/api/allBlogs?${query}`)).json();
}

const titlesOf = (blogs: readonly ListedBlog[]) => blogs.map(({ title }) => title);
const cards = (page: Page) => page.getByRole('main').getByRole('article');
const shownTitles = (page: Page) => cards(page).getByRole('heading').allTextContents();
const filter = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Category' }).getByRole('link', { name, exact: true });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const hasFocus = (element: Locator) => element.evaluate((it) => it === document.activeElement);
const searchBox = (page: Page) => page.getByRole('searchbox');

async function searchFor(page: Page, text: string): Promise<void> {
  await searchBox(page).fill(text);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
}

/** The query parameters of the current address. */
const queryOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test('a card shows a blog’s summary, author and date, and links to it', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit();
  await open(page, '/All-blogs');
  const [blog] = await blogsOf();
  if (!blog) throw new Error('There is no blog.');
  const card = page.getByRole('article', { name: blog.title, exact: true });
  for (const text of [blog.shortDescription, blog.category, `By ${blog.author.name}`]) {
    expect(await card.getByText(text, { exact: true }).isVisible()).toBe(true);
  }
  expect(await card.locator('time').textContent()).toMatch(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/);
  await eventually(() =>
    card.locator('img').evaluate((cover: HTMLImageElement) => cover.naturalWidth),
  ).toBeGreaterThan(0);
  for (const name of ['View Post', 'Details']) {
    expect(await card.getByRole('link', { name }).getAttribute('href')).toBe(`/blog/${blog._id}`);
  }
});

test('View Post appears on hover and on keyboard focus', { tags: 'slow' }, async () => {
  const { page } = await site.visit();
  await open(page, '/All-blogs');
  const link = cards(page).first().getByRole('link', { name: 'View Post' });
  const opacity = () => link.evaluate((element) => getComputedStyle(element).opacity);
  expect(await opacity()).toBe('0');
  await link.hover();
  await eventually(opacity).toBe('1');
  await page.mouse.move(0, 0);
  await eventually(opacity).toBe('0');
  await page.keyboard.press('Tab');
  await cards(page).first().getByRole('heading').getByRole('link').focus();
  await eventually(opacity).toBe('1');
});

test('the filter offers every category, and the choice is in the address', async () => {
  const { page } = await site.visit();
  await open(page, '/All-blogs');
  const names = await page
    .getByRole('navigation', { name: 'Category' })
    .getByRole('link')
    .allTextContents();
  expect(names).toEqual([
    'All Category',
    'Technology',
    'Health',
    'Education',
    'Lifestyle',
    'Travel',
    'Other',
  ]);

  const travel = titlesOf(await blogsOf('filter=Travel'));
  await filter(page, 'Travel').click();
  await eventually(() => shownTitles(page)).toEqual(travel);
  await eventually(() => queryOf(page)).toEqual({ filter: 'Travel' });
  expect(await filter(page, 'Travel').getAttribute('aria-current')).toBe('true');

  await open(page, page.url());
  expect(await shownTitles(page)).toEqual(travel);
  await filter(page, 'All Category').click();
  await eventually(async () => (await shownTitles(page)).length).toBeGreaterThan(travel.length);
  await eventually(() => queryOf(page)).toEqual({});
});

test('the search ignores accents and one typing error, and combines with the category', async () => {
  const { page } = await site.visit();
  await open(page, '/All-blogs');
  await searchFor(page, 'LIGTHHÓUSE');
  await eventually(() => shownTitles(page)).toEqual(['The Road That Ends at a Lighthouse']);
  await eventually(() => queryOf(page)).toEqual({ search: 'LIGTHHÓUSE' });

  await filter(page, 'Travel').click();
  await eventually(() => queryOf(page)).toEqual({ filter: 'Travel', search: 'LIGTHHÓUSE' });
  await eventually(() => shownTitles(page)).toEqual(['The Road That Ends at a Lighthouse']);
  await eventually(() => searchBox(page).inputValue()).toBe('LIGTHHÓUSE');
});

test('an empty result says that there are no posts, for any search text', async () => {
  const { page } = await site.visit();
  await open(page, '/All-blogs');
  for (const text of ['nothing is called like this', '%', "O'_\\", '🦑', 'مرحبا']) {
    await searchFor(page, text);
    await eventually(() => queryOf(page)).toEqual({ search: text });
    await page.getByText('No Posts Available', { exact: true }).waitFor();
    expect(
      await page.getByText('Sorry, there are no posts in this category yet.').isVisible(),
    ).toBe(true);
    expect(await cards(page).count()).toBe(0);
  }
});

test('Clear search removes the search and keeps the other parameters', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit();
  await open(page, '/All-blogs?search=nothing+is+called+so&sort=oldest');
  await page.getByRole('link', { name: 'Clear search' }).click();
  await eventually(() => queryOf(page)).toEqual({ sort: 'oldest' });
  await eventually(() => cards(page).count()).toBe(24);
  await eventually(() => hasFocus(heading(page))).toBe(true);
});

test('Older posts moves the focus to the heading, and a filter keeps it', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit();
  await open(page, '/All-blogs');
  await page.getByRole('link', { name: 'Older posts' }).press('Enter');
  await page.getByRole('link', { name: 'Newest posts' }).waitFor();
  await eventually(() => hasFocus(heading(page))).toBe(true);
  await filter(page, 'Health').press('Enter');
  await eventually(() => queryOf(page)).toEqual({ filter: 'Health' });
  await eventually(() => page.getByRole('link', { name: 'Newest posts' }).count()).toBe(0);
  await eventually(() => hasFocus(filter(page, 'Health'))).toBe(true);
});

test('the second page continues the first without a gap, and Back restores list and scroll position', async () => {
  const { page } = await site.visit();
  await open(page, '/All-blogs');
  const all = titlesOf(await blogsOf('limit=100'));
  expect(all.length).toBeGreaterThan(24);
  expect(await shownTitles(page)).toEqual(all.slice(0, 24));

  const older = page.getByRole('link', { name: 'Older posts' });
  await older.scrollIntoViewIfNeeded();
  const position = await page.evaluate(() => scrollY);
  await older.click();
  await eventually(() => shownTitles(page)).toEqual(all.slice(24));
  expect(await older.count()).toBe(0);
  await eventually(() => page.evaluate(() => scrollY)).toBe(0);

  await searchFor(page, 'loaf');
  await eventually(() => shownTitles(page)).toEqual(['A Slow Loaf']);
  await eventually(() => page.title()).toBe('All Blogs for “loaf” | The Content Hub');
  await page.goBack();
  await eventually(() => shownTitles(page)).toEqual(all.slice(24));
  await eventually(() => page.title()).toBe('All Blogs | The Content Hub');
  await eventually(() => searchBox(page).inputValue()).toBe('');
  await page.goBack();
  await eventually(() => shownTitles(page)).toEqual(all.slice(0, 24));
  await eventually(() => page.evaluate(() => scrollY)).toBe(position);
});

test('without JavaScript All Blogs can be read, filtered, searched and paged', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit({ javaScriptEnabled: false });
  await page.goto('/All-blogs');
  const all = titlesOf(await blogsOf('limit=100'));
  expect(await shownTitles(page)).toEqual(all.slice(0, 24));
  await page.getByRole('link', { name: 'Older posts' }).click();
  await eventually(() => shownTitles(page)).toEqual(all.slice(24));
  await page.getByRole('link', { name: 'Newer posts' }).click();
  await eventually(() => shownTitles(page)).toEqual(all.slice(0, 24));
  expect(await page.getByRole('link', { name: /Newe(r|st) posts/ }).count()).toBe(0);

  await filter(page, 'Health').click();
  await eventually(() => page.title()).toBe('All Blogs in Health | The Content Hub');
  await eventually(() => shownTitles(page)).toEqual(titlesOf(await blogsOf('filter=Health')));
  await searchFor(page, 'lerning');
  await eventually(() => queryOf(page)).toEqual({ filter: 'Health', search: 'lerning' });
  await eventually(() => shownTitles(page)).toEqual(['Learning to Swim at Forty-One']);
  // One wishlist form without a script; controls that need a script are absent.
  expect(await page.getByRole('button', { name: 'Add to Wishlist' }).count()).toBe(1);
  expect(await page.getByRole('button', { name: /theme/ }).count()).toBe(0);
});

test.for([
  ['filter=Cooking', ''],
  ['sort=sideways', 'Sort must be empty, newest or oldest.'],
  ['cursor=broken', ''],
  [`search=${'a'.repeat(101)}`, 'Search can have at most 100 characters.'],
  ['search=%00', "Search holds characters that can't be used."],
])(
  'All Blogs with the parameters %s answers 400 with a page that leads to the whole list',
  async ([query, reason = '']) => {
    const { page } = await site.visit({ allowedComplaints: /400/ });
    const response = await page.goto(`/All-blogs?${query}`);
    expect(response?.status()).toBe(400);
    await page.getByText(`${reason} It may be mistyped, cut off or out of date.`.trim()).waitFor();
    await page.getByRole('link', { name: 'Show all blogs' }).click();
    await eventually(() => cards(page).count()).toBe(24);
  },
);

test('a list that fails to load is retried three times, and again on request', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit({ allowedComplaints: /500/ });
  await page.clock.install();
  await open(page, '/All-blogs');
  const { calls } = await failApi(page, '/api/allBlogs');
  await filter(page, 'Education').click();
  const alert = page.getByRole('main').getByRole('alert');
  await passTimeUntilSeen(page, alert);
  expect(calls()).toBe(4);
  expect(await alert.textContent()).toContain('The blogs could not be loaded.');

  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await eventually(() => shownTitles(page)).toEqual(titlesOf(await blogsOf('filter=Education')));
});

test('lists are not requested again within five minutes', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit();
  await page.clock.install();
  await open(page, '/All-blogs');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/allBlogs')) asked.push(request.url());
  });
  const travel = titlesOf(await blogsOf('filter=Travel'));
  const visitTravelAndReturn = async () => {
    await filter(page, 'Travel').click();
    await eventually(() => shownTitles(page)).toEqual(travel);
    await filter(page, 'All Category').click();
    await eventually(async () => (await shownTitles(page)).length).toBe(24);
  };
  await visitTravelAndReturn();
  await visitTravelAndReturn();
  expect(asked.length).toBe(1);
  await page.clock.fastForward('05:01');
  await visitTravelAndReturn();
  await eventually(() => asked.length).toBe(3);
});

test('a signed-out visitor is asked to sign in before adding to the wishlist', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit();
  await open(page, '/All-blogs');
  await cards(page).first().getByRole('button', { name: 'Add to Wishlist' }).click();
  const dialog = page.getByRole('dialog', { name: 'Not Logged In' });
  await dialog.getByText('Please sign in to add items to your wishlist.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
});
