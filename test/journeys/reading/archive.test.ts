import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually, open } from '../../browser.ts';
import { fetchOnce } from '../../running-site.ts';
import { visitedSite } from '../../visited-site.ts';

const site = visitedSite({ READING: 'public' });

interface Year {
  readonly year: number;
  readonly blogs: number;
  readonly months: readonly { readonly month: number; readonly blogs: number }[];
}

const cardsOn = (page: Page) => page.getByRole('main').getByRole('article');
const nameOf = (year: number, month: number) =>
  new Date(year, month - 1).toLocaleDateString('en-US', { month: 'long', year: 'numeric' });

async function archiveOf(): Promise<readonly Year[]> {
  return (await fetchOnce(`${site.url}/api/archive`)).json();
}

test('All Blogs and the date of a blog lead to the archive of a month', async () => {
  const { page } = await site.visit();
  await open(page, '/All-blogs');
  await page.getByRole('link', { name: 'Archive by month' }).click();
  await page.waitForURL(`${site.url}/archive`);
  await page.getByRole('heading', { level: 1, name: 'Archive', exact: true }).waitFor();
  await eventually(() => page.title()).toBe('Archive | The Content Hub');
  const [newest] = await archiveOf();
  const [month] = newest?.months ?? [];
  if (!newest || !month) throw new Error('The demo has blogs.');
  const name = nameOf(newest.year, month.month);
  await page
    .getByRole('region', { name: String(newest.year) })
    .getByRole('link', { name: new RegExp(`^${name.split(' ')[0]}\\s+${month.blogs} blogs?$`) })
    .click();
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  await eventually(() => cardsOn(page).count()).toBe(Math.min(24, month.blogs));
  const months = page.getByRole('navigation', { name: `Months of ${newest.year}` });
  expect(await months.getByRole('link').count()).toBe(newest.months.length);
  expect(await months.locator('[aria-current]').innerText()).toBe(name.split(' ')[0]);

  const address = page.url();
  await cardsOn(page).first().getByRole('link', { name: 'Details' }).click();
  await page.waitForURL('**/blog/*');
  await page
    .locator('article header')
    .getByRole('link', { name: /^\w+ \d+, \d{4}$/ })
    .click();
  await page.waitForURL(address);
  await page.getByRole('link', { name: `All of ${newest.year}` }).click();
  await page.getByRole('heading', { level: 1, name: String(newest.year), exact: true }).waitFor();
  await eventually(() => cardsOn(page).count()).toBe(Math.min(24, newest.blogs));
});

test('without JavaScript the archive leads to every blog, page by page', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit({ javaScriptEnabled: false });
  const years = await archiveOf();
  const seen = new Set<string>();
  for (const { year } of years) {
    await page.goto('/archive');
    await page
      .getByRole('main')
      .getByRole('link', { name: String(year), exact: true })
      .click();
    for (;;) {
      for (const link of await cardsOn(page).getByRole('link', { name: 'Details' }).all()) {
        seen.add((await link.getAttribute('href')) ?? '');
      }
      const older = page.getByRole('link', { name: 'Older posts' });
      if ((await older.count()) === 0) break;
      await older.click();
    }
  }
  expect(seen.size).toBe(years.reduce((sum, { blogs }) => sum + blogs, 0));
  const months = page.getByRole('navigation', { name: /^Months of/ }).getByRole('link');
  await months.first().click();
  expect(new URL(page.url()).pathname).toMatch(/^\/archive\/\d{4}\/\d{2}$/);
  expect(await cardsOn(page).count()).toBeGreaterThan(0);
});
