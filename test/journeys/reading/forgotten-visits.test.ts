// @module-tag slow
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { eventually, open } from '../../browser.ts';
import { keptSoon, withoutNetwork } from '../../kept-pages.ts';
import { visitedSite } from '../../visited-site.ts';
import { latestBlogs, memberOf } from '../../wishes-and-comments.ts';

const site = visitedSite({ READING: 'public' });

/** The visits that this device remembers. */
const visits = (page: Page) => page.evaluate(() => localStorage.getItem('comment-visits') ?? '');

async function visitBlog(page: Page, id: string): Promise<void> {
  await open(page, `/blog/${id}`);
  await page.getByRole('region', { name: 'Comments' }).scrollIntoViewIfNeeded();
  await eventually(() => visits(page)).toContain(id);
}

test('which blogs a member visited is forgotten with everything else on the device, and at log-out', async () => {
  const keepsPages = { keepsPages: true, allowedComplaints: withoutNetwork } as const;
  const { page } = await memberOf(site, {}, keepsPages);
  const [{ _id }] = await latestBlogs(site);
  await visitBlog(page, _id);
  await keptSoon(page, `/blog/${_id}`);
  await open(page, '/on-this-device');
  await page.getByRole('button', { name: 'Throw everything away' }).click();
  await page.getByText('Nothing is kept here').waitFor();
  await eventually(() => visits(page)).toBe('');

  await visitBlog(page, _id);
  await page.goto('/contact');
  await page.getByRole('banner').getByRole('button', { name: 'Log Out' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor();
  await eventually(() => visits(page)).toBe('');
});
