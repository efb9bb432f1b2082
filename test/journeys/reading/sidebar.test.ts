import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually, failApi, open, passTimeUntilSeen } from '../../browser.ts';
import { inMatrix } from '../../matrix.ts';
import { fetchOnce } from '../../running-site.ts';
import { visitedSite } from '../../visited-site.ts';

const site = visitedSite();

const sidebar = (page: Page) => page.getByRole('complementary');
/** The section of the sidebar with this heading. */
const aside = (page: Page, name: string) => sidebar(page).getByRole('region', { name });
interface ListedBlog {
  readonly _id: string;
  readonly title: string;
  readonly shortDescription: string;
}

async function listOf(name: 'latestBlogs' | 'featuredBlogs'): Promise<ListedBlog[]> {
  return (await fetchOnce(`${site.url}/api/${name}`)).json();
}

test('the sidebar links to four channels to follow, and to the five popular posts shortened to 50 characters', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit();
  await open(page, '/');
  const follow = await aside(page, 'Follow Us').getByRole('link').allTextContents();
  expect(follow).toEqual(['Twitter', 'Facebook', 'YouTube', 'RSS']);

  const popular = aside(page, 'Popular Posts').getByRole('link');
  const links = await popular.evaluateAll((elements) =>
    elements.map((element) => [element.textContent, element.getAttribute('href')]),
  );
  const featured = (await listOf('featuredBlogs')).slice(0, 5);
  expect(featured.every(({ shortDescription }) => shortDescription.length > 50)).toBe(true);
  expect(links).toEqual(
    featured.map(({ _id, shortDescription }) => [
      `${shortDescription.slice(0, 50)}…`,
      `/blog/${_id}`,
    ]),
  );
});

test('the sidebar lists the recent posts', async () => {
  const { page } = await site.visit();
  await open(page, '/');
  const titles = await aside(page, 'Recent Posts').getByRole('link').allTextContents();
  expect(titles).toEqual((await listOf('latestBlogs')).map(({ title }) => title));
});

test('Popular Posts is retried three times, shows the error, and is retried on request', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit({ allowedComplaints: /500/ });
  await page.clock.install();
  await open(page, '/Account/signin');
  const { calls } = await failApi(page, '/api/featuredBlogs');
  await page.getByRole('link', { name: 'The Content Hub' }).first().click();
  const popular = aside(page, 'Popular Posts');
  await popular.getByRole('progressbar').waitFor();

  await passTimeUntilSeen(page, popular.getByText('Error fetching featured blogs'));
  expect(calls()).toBe(4);
  await page.unrouteAll();
  await popular.getByRole('button', { name: 'Try again' }).click();
  await eventually(() => popular.getByRole('link').count()).toBe(5);
});

const motions = [{ reducedMotion: true }, { reducedMotion: false }];
test.for(inMatrix({ usual: motions.slice(0, 1), whole: motions }))(
  'the newsletter form accepts only e-mail addresses, and shows thanks at the top left for five seconds, with %o',
  async (options) => {
    const { page } = await site.visit(options);
    const calls: string[] = [];
    await open(page, '/');
    page.on('request', (request) => {
      if (request.method() !== 'GET') calls.push(request.url());
    });
    const newsletter = aside(page, 'Newsletter');
    expect(await newsletter.textContent()).toContain('70,000');
    const email = newsletter.getByRole('textbox');
    const subscribe = newsletter.getByRole('button', { name: 'Subscribe' });
    const toast = page
      .getByRole('alert')
      .filter({ hasText: 'Thank you for subscribing to our newsletter!' });

    for (const wrong of ['', 'not an address']) {
      await email.fill(wrong);
      await subscribe.click();
      await eventually(() =>
        email.evaluate((field: HTMLInputElement) => field.checkValidity()),
      ).toBe(false);
      expect(await toast.count()).toBe(0);
    }

    await email.fill('reader@example.org');
    await subscribe.click();
    await toast.waitFor();
    await eventually(async () => (await toast.boundingBox())?.x).toBeLessThan(100);
    expect((await toast.boundingBox())?.y).toBeLessThan(100);
    const lasting = await toast.evaluate((element) => {
      const animations = element.getAnimations({ subtree: true });
      const longest = animations.find(
        (animation) => animation.effect?.getComputedTiming().duration === 5_000,
      );
      longest?.finish();
      return longest !== undefined;
    });
    expect(lasting).toBe(true);
    await toast.waitFor({ state: 'hidden' });
    await eventually(() => email.inputValue()).toBe('');
    expect(calls).toEqual([]);
  },
);
