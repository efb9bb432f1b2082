// @module-tag slow
import { expect, test } from 'vitest';
import { eventually, open } from '../../browser.ts';
import { fetchOnce } from '../../running-site.ts';
import { visitedSite } from '../../visited-site.ts';
import { latestBlogs, memberOf, publish } from '../../wishes-and-comments.ts';

const site = visitedSite();

test('after a blog there are links to similar blogs, and to the previous and next one', async () => {
  const { page, context } = await memberOf(site);
  const older = await publish(site, context, 'Marmalade in winter');
  await publish(site, context, 'Something else');
  const newer = await publish(site, context, 'More marmalade');
  await open(page, `/blog/${newer}`);
  const readOn = page.getByRole('region', { name: 'Read on' });
  const titles = () => readOn.getByRole('article').getByRole('heading').allTextContents();
  expect((await titles())[0]).toBe('Marmalade in winter');
  expect(await readOn.getByRole('article').count()).toBe(3);
  const byDate = readOn.getByRole('navigation', { name: 'Posts by date' });
  expect(await byDate.getByRole('link').allTextContents()).toEqual(['PreviousSomething else']);

  // A card can be clicked anywhere.
  await readOn.getByRole('article').first().locator('time').click({ force: true });
  await page.waitForURL(`**/blog/${older}`);
  await page.getByRole('heading', { level: 1, name: 'Marmalade in winter' }).waitFor();
  await eventually(async () => (await titles())[0]).toBe('More marmalade');
  await byDate.getByRole('link', { name: 'Next' }).click();
  await page.getByRole('heading', { level: 1, name: 'Something else' }).waitFor();

  const html = await (await context.request.get(`/blog/${newer}`)).text();
  expect(html).toContain('Read on');
  const [{ _id }] = await latestBlogs(site);
  expect(await (await fetchOnce(`${site.url}/blog/${_id}`)).text()).not.toContain('Read on');
});

test.for(['/', '/All-blogs'])(
  'on %s a card can be clicked anywhere, and has one Tab stop besides its button',
  async (path) => {
    const { page } = await memberOf(site);
    await open(page, path);
    const card = page.getByRole('main').getByRole('article').nth(1);
    const title = (await card.getByRole('heading').textContent()) ?? '';
    const stops = await card
      .locator('a, button')
      .evaluateAll((all) =>
        (all as HTMLElement[])
          .filter(({ tabIndex }) => tabIndex >= 0)
          .map((one) => one.textContent),
      );
    expect(stops).toEqual([title, 'Add to Wishlist']);
    // The button on the card has its own action.
    await card.getByRole('button', { name: 'Add to Wishlist' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
    expect(new URL(page.url()).pathname).toBe(path);
    const text = await card.locator('p').last().boundingBox();
    await page.mouse.click((text?.x ?? 0) + 4, (text?.y ?? 0) + 4);
    await page.waitForURL('**/blog/*');
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  },
);
