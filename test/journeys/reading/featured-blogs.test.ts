import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually, failApi, open, passTimeUntilSeen } from '../../browser.ts';
import { fetchOnce } from '../../running-site.ts';
import { startSiteHere } from '../../site-here.ts';
import { visitedSite } from '../../visited-site.ts';

const site = visitedSite();

interface FeaturedBlog {
  readonly _id: string;
  readonly title: string;
  readonly category: string;
  readonly author: { readonly name: string };
  readonly wordCount: number;
}

async function featuredBlogs(): Promise<FeaturedBlog[]> {
  return (await fetchOnce(`${site.url}/api/featuredBlogs`)).json();
}

const table = (page: Page) => page.getByRole('main').getByRole('table');
const header = (page: Page, name: string) =>
  table(page).getByRole('columnheader', { name, exact: true });

/** The texts of the table's body, row by row. */
async function rowsOf(page: Page): Promise<string[][]> {
  const rows = await table(page).getByRole('row').all();
  const cells = await Promise.all(rows.map((row) => row.getByRole('cell').allInnerTexts()));
  return cells.filter((row) => row.length > 0);
}

/** One column of the table, from the top. */
async function columnOf(page: Page, index: number): Promise<(string | undefined)[]> {
  return (await rowsOf(page)).map((row) => row[index]);
}

const letters = new Intl.Collator('en', { numeric: true });

test('the ten featured blogs are in a table, ordered by word count, each with a link', async () => {
  const { page } = await site.visit();
  await open(page, '/Featured-Blogs');
  const blogs = await featuredBlogs();
  expect(await table(page).getByRole('columnheader').allInnerTexts()).toEqual([
    '#',
    ...['Title', 'Category', 'Author', 'Word Count'].map((name) => expect.stringContaining(name)),
  ]);
  expect(blogs).toHaveLength(10);
  expect(await rowsOf(page)).toEqual(
    blogs.map(({ title, category, author, wordCount }, index) => [
      String(index + 1),
      title,
      category,
      author.name,
      wordCount.toLocaleString('en-US'),
    ]),
  );
  const links = await table(page)
    .getByRole('link')
    .evaluateAll((elements) => elements.map((element) => element.getAttribute('href')));
  expect(links).toEqual(blogs.map(({ _id }) => `/blog/${_id}`));
});

test.for([
  { name: 'Title', index: 1, read: (blog: FeaturedBlog) => blog.title },
  { name: 'Category', index: 2, read: (blog: FeaturedBlog) => blog.category },
  { name: 'Author', index: 3, read: (blog: FeaturedBlog) => blog.author.name },
  {
    name: 'Word Count',
    index: 4,
    read: (blog: FeaturedBlog) => blog.wordCount.toLocaleString('en-US'),
  },
])('$name sorts ascending, then descending, then not at all', async ({ name, index, read }) => {
  const { page } = await site.visit();
  await open(page, '/Featured-Blogs');
  const unsorted = (await featuredBlogs()).map(read);
  const number = (text: string) => Number(text.replace(',', ''));
  const ascending = [...unsorted].sort((a, b) =>
    name === 'Word Count' ? number(a) - number(b) : letters.compare(a, b),
  );
  const steps = [
    ['ascending', ascending],
    ['descending', [...ascending].reverse()],
    ['none', unsorted],
  ] as const;
  expect(await header(page, name).getAttribute('aria-sort')).toBe('none');
  for (const [sort, order] of steps) {
    await header(page, name).getByRole('button').click();
    await eventually(() => header(page, name).getAttribute('aria-sort')).toBe(sort);
    expect(await columnOf(page, index)).toEqual(order);
    // Row numbers are the same in any order.
    expect(await columnOf(page, 0)).toEqual(unsorted.map((_, row) => String(row + 1)));
  }
});

test('sorting by one column ends the sorting by another', async () => {
  const { page } = await site.visit();
  await open(page, '/Featured-Blogs');
  await header(page, 'Title').getByRole('button').press('Enter');
  await eventually(() => header(page, 'Title').getAttribute('aria-sort')).toBe('ascending');
  await header(page, 'Author').getByRole('button').press('Enter');
  await eventually(() => header(page, 'Author').getAttribute('aria-sort')).toBe('ascending');
  expect(await header(page, 'Title').getAttribute('aria-sort')).toBe('none');
});

test('a column header can be clicked anywhere in its cell', async () => {
  const { page } = await site.visit();
  await open(page, '/Featured-Blogs');
  const title = header(page, 'Title');
  await title.click();
  await eventually(() => title.getAttribute('aria-sort')).toBe('ascending');
  const { width = 0, height = 0 } = (await title.boundingBox()) ?? {};
  await title.click({ position: { x: width - 2, y: height - 2 } });
  await eventually(() => title.getAttribute('aria-sort')).toBe('descending');
});

test('on a narrow screen the featured blogs are still a sortable table', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit({ width: 390 });
  await open(page, '/Featured-Blogs');
  await header(page, 'Title').getByRole('button').click();
  const sorted = (await featuredBlogs()).map(({ title }) => title).sort(letters.compare);
  await eventually(() => columnOf(page, 1)).toEqual(sorted);
});

test('the table and the sidebar show that they load, and then that loading failed', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit({ allowedComplaints: /500/ });
  await page.clock.install();
  await open(page, '/Account/signin');
  const { calls } = await failApi(page, '/api/featuredBlogs');
  await page.getByRole('link', { name: 'The Content Hub' }).first().click();
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Featured Blogs' })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Featured Blogs' }).waitFor();
  const main = page.getByRole('main');
  await main.getByRole('status').filter({ hasText: 'Loading' }).waitFor();

  const failure = main.getByText('Error fetching featured blogs', { exact: true });
  await passTimeUntilSeen(page, failure);
  expect(calls()).toBe(4);
  expect(
    await page.getByRole('complementary').getByText('Error fetching featured blogs').isVisible(),
  ).toBe(true);

  await page.unrouteAll();
  await main.getByRole('button', { name: 'Try again' }).click();
  await eventually(async () => (await rowsOf(page)).length).toBe(10);
  expect(await page.getByText('Error fetching featured blogs').count()).toBe(0);
});

test('a site without blogs says so on every screen', { tags: 'slow' }, async () => {
  const empty = await startSiteHere({ DEMO: 'off' });
  try {
    const { page } = await site.visit();
    await open(page, `${empty.url}/Featured-Blogs`);
    expect(await page.getByText('No featured blogs available.', { exact: true }).isVisible()).toBe(
      true,
    );
    await open(page, `${empty.url}/All-blogs`);
    expect(await page.getByText('No Posts Available', { exact: true }).isVisible()).toBe(true);
    await open(page, `${empty.url}/`);
    expect(await page.getByRole('main').getByText('No Posts Available').isVisible()).toBe(true);
    expect(await page.getByRole('complementary').getByText('No posts yet.').count()).toBe(2);
    await page.getByRole('link', { name: 'Write the first blog' }).click();
    await page.waitForURL(/signin/);
  } finally {
    await empty.stop();
  }
});
