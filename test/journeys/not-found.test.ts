import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signUpInBackground } from '../account.ts';
import { eventually, open } from '../browser.ts';
import { fetchOnce } from '../running-site.ts';
import { visitedSite } from '../visited-site.ts';

const site = visitedSite();

/** Whether the page stands inside the main layout. */
async function hasShell(page: Page): Promise<boolean> {
  const parts = [
    page.getByRole('navigation', { name: 'Main' }),
    page.getByRole('complementary'),
    page.getByRole('contentinfo'),
  ];
  return (await Promise.all(parts.map((part) => part.isVisible()))).every(Boolean);
}

test.for(['/no/such/page', '/blog/0198c0de-0000-7000-8000-000000000000', '/blog/%00'])(
  '%s answers 404 with the page that says so, inside the shell',
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
  'a link within the site to a blog that is gone, which is answered %s, ends at the 404 page too',
  { tags: 'slow' },
  async (when) => {
    const { page, context } = await site.visit({ allowedComplaints: /404/ });
    // A stranger is led to Sign In, unless the answer is there by then.
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

test('a page whose script stays missing gives way to an error screen, inside the shell, with a way on', {
  tags: 'slow',
}, async () => {
  const allowedComplaints = /ERR_FAILED|contact-page|could not be loaded/;
  const { page } = await site.visit({ allowedComplaints });
  await page.route('**/contact-page-*.js', (route) => route.abort());
  await open(page, '/');
  // The first time the page is fetched whole, in case the site is newer than the tab.
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

test('a page that fails while it is shown gives way to the error screen, and the shell stays', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit({ allowedComplaints: /broken/ });
  await open(page, '/');
  // Only the table of the featured blogs formats numbers.
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

test('where the layout itself fails, an error screen of its own leads on', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit({ allowedComplaints: /broken/ });
  await open(page, '/Account/signin');
  // The sidebar cuts texts by their characters.
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

test('the account pages stand in a quiet layout of their own', async () => {
  const { page } = await site.visit();
  await open(page, '/Account/signin');
  expect(await page.getByRole('complementary').count()).toBe(0);
  expect(await page.getByRole('contentinfo').count()).toBe(0);
  expect(await page.title()).toBe('Sign In | The Content Hub');
  await page.getByRole('link', { name: 'The Content Hub' }).click();
  await page.waitForURL(`${site.url}/`);
});

test('an address of the API that is not there answers JSON, not a page', async () => {
  const response = await fetchOnce(`${site.url}/api/nowhere`);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({
    code: expect.any(String),
    message: expect.any(String),
  });
});
