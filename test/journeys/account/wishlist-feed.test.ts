import { expect, test } from 'vitest';
import { eventually, open } from '../../browser.ts';
import { fetchOnce } from '../../running-site.ts';
import { visitedSite } from '../../visited-site.ts';
import { memberOf } from '../../wishes-and-comments.ts';

const site = visitedSite();

test('a member creates a private feed address for the wishlist, and switches it off', async () => {
  const { page } = await memberOf(site);
  await open(page, '/Account');
  const section = page.getByRole('region', { name: 'Wishlist feed' });
  await section.getByRole('button', { name: 'Make an address' }).click();
  const address = (await section.getByText('/feed/wishlist/').textContent()) ?? '';
  const feed = await fetchOnce(address);
  expect(feed.status).toBe(200);
  expect(await feed.text()).toContain('<title>Your Wishlist | The Content Hub</title>');

  await section.getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
  await section.getByRole('button', { name: 'Make an address' }).waitFor();
  await eventually(async () => (await fetchOnce(address)).status).toBe(404);
});
