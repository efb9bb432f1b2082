import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signUpInBackground } from '../account.ts';
import { eventually, open } from '../browser.ts';
import { visitedSite } from '../visited-site.ts';

const site = visitedSite();

const isLeaving = (page: Page) => page.locator(':root[data-leaving]');
const busyMain = (page: Page) => page.locator('main[aria-busy=true]');

/** Holds matching requests of the browser until the returned function is called. */
async function hold(page: Page, url: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/**
 * Clicks a link without a mouse movement, which would hydrate the page; returns the page's feedback at once, and after
 * a key.
 */
function press(link: Locator, key?: string) {
  return link.evaluate((element: HTMLElement, then) => {
    const answer = () => ({
      isLeaving: document.documentElement.hasAttribute('data-leaving'),
      isBusy: document.querySelector('main')?.ariaBusy === 'true',
      isPressed: element.hasAttribute('data-pressed'),
    });
    element.click();
    const first = answer();
    if (then !== undefined) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: then, bubbles: true }));
    }
    return [first, answer()];
  }, key);
}

const answered = { isLeaving: true, isBusy: true, isPressed: true };
const silent = { isLeaving: false, isBusy: false, isPressed: false };

test('a clicked link shows feedback before the next document arrives', async () => {
  const { page } = await site.visit({ width: 390 });
  await page.goto('/All-blogs');
  const link = page.getByRole('article').first().getByRole('heading').getByRole('link');
  expect(await press(link)).toEqual([answered, answered]);
  await page.waitForURL('**/Account/signin*');
  await eventually(() => isLeaving(page).count()).toBe(0);
});

test('Escape removes the feedback, as it stops the browser’s navigation', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit();
  await page.goto('/All-blogs');
  const link = page.getByRole('link', { name: 'Contact us' }).first();
  expect(await press(link, 'Escape')).toEqual([answered, silent]);
  await page.waitForURL('**/contact');
});

test('a link to another site, window, download or fragment shows no feedback', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit();
  await page.goto('/All-blogs');
  const answers = await page.evaluate(() =>
    [
      ['https://example.org/', 'rel'],
      ['/contact', 'target'],
      ['/feed.xml', 'download'],
      ['#main', 'rel'],
    ].map(([href = '', attribute = '']) => {
      const link = document.createElement('a');
      link.href = href;
      link.setAttribute(attribute, '_blank');
      // Runs after the page's own listener.
      window.addEventListener('click', (event) => event.preventDefault(), { once: true });
      document.body.append(link);
      link.click();
      link.remove();
      return document.documentElement.dataset.leaving !== undefined;
    }),
  );
  expect(answers).toEqual([false, false, false, false]);
});

test('on a hydrated page, a link to a page whose code is loading shows that page’s skeleton', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit();
  await open(page, '/All-blogs');
  const letGo = await hold(page, /\/assets\/featured-blogs-page-[^/]+\.js$/);
  await page.evaluate(() => scrollTo(0, 600));
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', {
    name: 'Featured Blogs',
  });
  await link.dispatchEvent('click');
  await isLeaving(page).waitFor({ state: 'attached' });
  expect(await link.getAttribute('data-pressed')).toBe('');
  expect(await busyMain(page).count()).toBe(1);
  await page.locator('main[data-coming]').waitFor();
  expect(await page.getByRole('article').count()).toBe(0);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/All-blogs');
  letGo();
  await page.getByRole('table').waitFor();
  await eventually(() => isLeaving(page).count()).toBe(0);
  expect(await busyMain(page).count()).toBe(0);
  expect(await page.locator('main[data-coming]').count()).toBe(0);
  expect(await page.locator('[data-pressed]').count()).toBe(0);

  await page.goBack();
  await eventually(() => page.evaluate(() => scrollY)).toBe(600);
});

test('Account, My writing and Manage have no side lists; on the editor’s page they are below the form', {
  tags: 'slow',
}, async () => {
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  const aside = page.getByRole('complementary');
  for (const path of ['/Account', '/Account/writing']) {
    await open(page, path);
    expect(await aside.count(), path).toBe(0);
    expect(await page.getByRole('region', { name: 'Newsletter' }).count(), path).toBe(0);
  }
  for (const path of ['/', '/All-blogs', '/Featured-Blogs', '/Wishlist', '/contact']) {
    await open(page, path);
    const [main, side] = [await page.getByRole('main').boundingBox(), await aside.boundingBox()];
    expect(side?.x, path).toBeGreaterThan((main?.x ?? 0) + (main?.width ?? 0));
  }
  await open(page, '/Add-Blog');
  const [main, side] = [await page.getByRole('main').boundingBox(), await aside.boundingBox()];
  expect(side?.y).toBeGreaterThan((main?.y ?? 0) + (main?.height ?? 0));
  expect(side?.x).toBe(main?.x);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await eventually(async () => (await aside.boundingBox())?.x).toBeGreaterThan(
    (main?.x ?? 0) + (main?.width ?? 0) / 2,
  );
});
