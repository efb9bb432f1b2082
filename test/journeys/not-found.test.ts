import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signUpInBackground } from '../account.ts';
import { eventually, open } from '../browser.ts';
import { fetchOnce } from '../running-site.ts';
import { visitedSite } from '../visited-site.ts';

const site = visitedSite();

/** Whether the page is inside the main layout. */
async function hasShell(page: Page): Promise<boolean> {
  const parts = [
    page.getByRole('navigation', { name: 'Main' }),
    page.getByRole('complementary'),
    page.getByRole('contentinfo'),
  ];
  return (await Promise.all(parts.map((part) => part.isVisible()))).every(Boolean);
}

test.for(['/no/such/page', '/blog/0198c0de-0000-7000-8000-000000000000', '/blog/%00'])(
  '%s answers 404 with the Page Not Found page, inside the shell',
  async (path) => {
    const { page } = await site.visit({ allowedComplaints: /404/ });
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor();
    const text = "Oops! The page you're looking for doesn't exist or has been moved.";
    expect(await page.getByText(text, { exact: true }).isVisible()).toBe(true);
    expect(await page.title()).toBe('Page Not Found | The Content Hub');
    expect(await hasShell(page)).toBe(true);
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await page.waitForURL(`${site.url}/`);
    await page.getByRole('heading', { name: 'Welcome to the Content Hub' }).waitFor();
  },
);

test.for(['at once', 'late'])(
  'a link within the site to a deleted blog, whose reply is %s, ends at the 404 page',
  { tags: 'slow' },
  async (when) => {
    const { page, context } = await site.visit({ allowedComplaints: /404/ });
    // A signed-out visitor would be led to Sign In first.
    await signUpInBackground(context, site.url);
    await open(page, '/All-blogs');
    const { promise: shown, resolve: show } = Promise.withResolvers<void>();
    await page.route('**/api/blog/*', async (route) => {
      if (when === 'late') await shown;
      await route.fulfill({
        status: 404,
        json: { code: 'not-found', message: 'There is no such blog.', requestId: '1' },
      });
    });
    await page.getByRole('link', { name: 'Details' }).first().click();
    if (when === 'late') await page.locator('main [aria-busy=true]').waitFor();
    show();
    await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor();
    await eventually(() => page.title()).toBe('Page Not Found | The Content Hub');
    expect(await hasShell(page)).toBe(true);
  },
);

test('a page whose script can’t be loaded is replaced by an error screen with a way on, inside the shell', {
  tags: 'slow',
}, async () => {
  const allowedComplaints = /ERR_FAILED|contact-page|could not be loaded/;
  const { page } = await site.visit({ allowedComplaints });
  await page.route('**/contact-page-*.js', (route) => route.abort());
  await open(page, '/');
  // The first failure loads the whole page, in case the site is newer than the tab.
  await page.getByRole('link', { name: 'Contact us' }).click();
  await page.getByRole('heading', { level: 1, name: 'Contact us' }).waitFor();
  await open(page, '/');
  await page.getByRole('link', { name: 'Contact us' }).click();
  await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor();
  expect(await hasShell(page)).toBe(true);
  await eventually(() => page.title()).toBe('Something went wrong | The Content Hub');

  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Contact us' }).waitFor();
});

test('a page that throws while rendering is replaced by the error screen, and the shell stays', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit({ allowedComplaints: /broken/ });
  await open(page, '/');
  // Only the table of featured blogs formats numbers.
  await page.evaluate(() => {
    Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
      get: () => {
        throw new Error('broken');
      },
    });
  });
  await page.getByRole('link', { name: 'Featured Blogs' }).click();
  await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor();
  expect(await hasShell(page)).toBe(true);
  await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click();
  await page.getByRole('heading', { name: 'Welcome to the Content Hub' }).waitFor();
});

test('if the layout itself throws, an error screen without it leads on', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit({ allowedComplaints: /broken/ });
  await open(page, '/Account/signin');
  // The sidebar shortens texts by their characters.
  await page.evaluate(() => {
    Intl.Segmenter.prototype.segment = () => {
      throw new Error('broken');
    };
  });
  await page.getByRole('link', { name: 'The Content Hub' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor();
  expect(await hasShell(page)).toBe(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Welcome to the Content Hub' }).waitFor();
  expect(await hasShell(page)).toBe(true);
});

test('the account pages have a reduced layout of their own', async () => {
  const { page } = await site.visit();
  await open(page, '/Account/signin');
  expect(await page.getByRole('complementary').count()).toBe(0);
  expect(await page.getByRole('contentinfo').count()).toBe(0);
  expect(await page.title()).toBe('Sign In | The Content Hub');
  await page.getByRole('link', { name: 'The Content Hub' }).click();
  await page.waitForURL(`${site.url}/`);
});

test('an unknown address of the API answers 404 as JSON, not with a page', async () => {
  const response = await fetchOnce(`${site.url}/api/nowhere`);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({
    code: expect.any(String),
    message: expect.any(String),
  });
});
