import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { open } from '../browser.ts';
import { fetchOnce } from '../running-site.ts';
import { visitedSite } from '../visited-site.ts';

const site = visitedSite({ READING: 'public' });

/** What axe finds wrong with the page as it stands: the rule, and where. */
async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
}

const isWiderThanWindow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

async function addressOfABlog(): Promise<string> {
  const [{ _id }] = await (await fetchOnce(`${site.url}/api/latestBlogs`)).json();
  return `/blog/${_id}`;
}

const windows = [
  { theme: 'light', width: 1366 },
  { theme: 'dark', width: 1366 },
  { theme: 'light', width: 390 },
  { theme: 'dark', width: 390 },
] as const;

test.for(windows)(
  'every screen can be used by everybody, $theme and $width pixels wide, and never scrolls sideways',
  async (look) => {
    const { page } = await site.visit({ ...look, allowedComplaints: /40[04]/ });
    for (const path of [
      '/',
      '/All-blogs',
      '/All-blogs?search=nothing+like+this',
      '/All-blogs?filter=Cooking',
      '/Featured-Blogs',
      '/contact',
      '/nowhere',
      await addressOfABlog(),
    ]) {
      await open(page, path);
      expect({ path, violations: await violationsOf(page) }).toEqual({ path, violations: [] });
      expect({ path, isTooWide: await isWiderThanWindow(page) }).toEqual({
        path,
        isTooWide: false,
      });
    }
  },
);

test.for(['light', 'dark'] as const)(
  'so can what opens above a page, in the %s theme',
  async (theme) => {
    const { page } = await site.visit({ theme, width: 390 });
    await open(page, '/');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('navigation', { name: 'Menu' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Add to Wishlist' }).first().click();
    await page.getByRole('dialog').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await open(page, '/contact');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await page.getByText('Please write a message.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
  },
);

test('a page at four times its size, as a window of 320 pixels, never scrolls sideways', async () => {
  const { page } = await site.visit({ width: 320 });
  for (const path of ['/', '/All-blogs', '/Featured-Blogs', '/contact', await addressOfABlog()]) {
    await open(page, path);
    expect({ path, isTooWide: await isWiderThanWindow(page) }).toEqual({ path, isTooWide: false });
  }
});
