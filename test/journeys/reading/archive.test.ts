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

test('All Blogs leads to the archive, and that to a month; the date of a blog leads there as well', async () => {
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
  expect(await months.locator('[aria-current=page]').innerText()).toContain(name.split(' ')[0]);

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

test('without a script the archive leads to every blog', async () => {
  const { page } = await site.visit({ javaScriptEnabled: false });
  const seen = new Set<string>();
  let counted = 0;
  for (const { year, months, blogs } of await archiveOf()) {
    counted += blogs;
    for (const { month } of months) {
      await page.goto('/archive');
      const path = `/archive/${year}/${String(month).padStart(2, '0')}`;
      await page.locator(`main a[href="${path}"]`).click();
      expect(new URL(page.url()).pathname).toBe(path);
      for (;;) {
        const links = await cardsOn(page).getByRole('link', { name: 'Details' }).all();
        for (const link of links) seen.add((await link.getAttribute('href')) ?? '');
        const older = page.getByRole('link', { name: 'Older posts' });
        if ((await older.count()) === 0) break;
        await older.click();
      }
    }
  }
  expect(seen.size).toBe(counted);
});
