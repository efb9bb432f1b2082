import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually, open } from '../browser.ts';
import { visitedSite } from '../visited-site.ts';

const site = visitedSite();

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' });
const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true });
/** The theme control in the navigation is before the toggle at the page's edge. */
const themeButtons = (page: Page) => page.getByRole('button', { name: /^(Dark|Light) theme$/ });
const isDark = (page: Page) =>
  page.evaluate(() => document.documentElement.classList.contains('dark'));
const storedTheme = (page: Page) => page.evaluate(() => localStorage.getItem('theme'));
const backgroundOf = (page: Page) =>
  page.evaluate(
    () =>
      getComputedStyle(document.documentElement).backgroundColor +
      getComputedStyle(document.body).backgroundColor,
  );

/** Records the root's classes when the body begins, which is before the first paint. */
async function watchFirstPaint(page: Page): Promise<() => Promise<string | null>> {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.body) return;
      document.documentElement.dataset.firstClass = document.documentElement.className;
      observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => document.documentElement.dataset.firstClass ?? null);
}

test('the navigation leads to every public page, updates the title, and focuses the page’s heading', async () => {
  const { page } = await site.visit();
  await open(page, '/');
  expect(await navigation(page).getByRole('link').allTextContents()).toEqual([
    'Home',
    'All Blogs',
    'Featured Blogs',
    'Contact us',
  ]);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  for (const [link, path, title, heading] of [
    ['All Blogs', '/All-blogs', 'All Blogs | The Content Hub', 'All Blogs'],
    ['Featured Blogs', '/Featured-Blogs', 'Featured Blogs | The Content Hub', 'Featured Blogs'],
    ['Contact us', '/contact', 'Contact | The Content Hub', 'Contact us'],
    ['Home', '/', 'Home | The Content Hub', 'Welcome to the Content Hub'],
  ] as const) {
    await navigation(page).getByRole('link', { name: link }).click();
    await eventually(() => page.title()).toBe(title);
    await eventually(() => new URL(page.url()).pathname).toBe(path);
    const current = navigation(page).getByRole('link', { name: link });
    await eventually(() => current.getAttribute('aria-current')).toBe('page');
    const focused = page.getByRole('heading', { level: 1, name: heading });
    await eventually(() => focused.evaluate((h1) => h1 === document.activeElement)).toBe(true);
  }
  expect(loads).toBe(0);
});

test('the focus moves to the heading on the account pages and back', { tags: 'slow' }, async () => {
  const { page } = await site.visit();
  await open(page, '/');
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.matches('h1') && document.activeElement.textContent,
    );
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).press('Enter');
  await eventually(focused).toBe('Sign In');
  await page.getByRole('banner').getByRole('link', { name: 'The Content Hub' }).press('Enter');
  await eventually(focused).toBe('Welcome to the Content Hub');
});

test('the header shows Sign Up, Sign In and a placeholder photo to a signed-out visitor', async () => {
  const { page } = await site.visit();
  await open(page, '/');
  const banner = page.getByRole('banner').first();
  expect(await banner.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe(
    '/Account/signup',
  );
  expect(await banner.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe(
    '/Account/signin',
  );
  const avatar = banner.getByRole('img', { name: 'Not signed in' });
  await eventually(() =>
    avatar.evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBeGreaterThan(0);
  expect(await page.getByRole('button', { name: 'Log Out' }).count()).toBe(0);
});

test('the mobile menu has every link, opens and closes by keyboard, and navigates', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit({ width: 390 });
  await open(page, '/');
  expect(await navigation(page).count()).toBe(0);
  await menuButton(page).focus();
  await page.keyboard.press('Enter');
  await menu(page).waitFor();
  expect(await menu(page).getByRole('link').allTextContents()).toEqual([
    'Home',
    'Add Blog',
    'All Blogs',
    'Featured Blogs',
    'Wishlist',
    'Contact us',
    'Sign In',
    'Sign Up',
  ]);
  await page.keyboard.press('Tab');
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Home');
  await page.keyboard.press('Escape');
  await menu(page).waitFor({ state: 'hidden' });
  await eventually(() =>
    menuButton(page).evaluate((button) => button === document.activeElement),
  ).toBe(true);

  await menuButton(page).click();
  await menu(page).getByRole('link', { name: 'Featured Blogs' }).click();
  await page.waitForURL('**/Featured-Blogs');
  await menu(page).waitFor({ state: 'hidden' });
});

test('the mobile menu opens without JavaScript', async () => {
  const { page } = await site.visit({ width: 390, javaScriptEnabled: false });
  await page.goto('/');
  await menuButton(page).click();
  await menu(page).getByRole('link', { name: 'Contact us' }).click();
  await page.waitForURL('**/contact');
});

test('both theme controls change the theme and store the choice', async () => {
  const { page } = await site.visit();
  const firstClass = await watchFirstPaint(page);
  await open(page, '/');
  expect(await themeButtons(page).count()).toBe(2);
  const light = await backgroundOf(page);

  await themeButtons(page).last().click();
  await eventually(() => isDark(page)).toBe(true);
  await eventually(() => storedTheme(page)).toBe('dark');
  await eventually(() => backgroundOf(page)).not.toBe(light);
  await open(page, '/contact');
  expect(await firstClass()).toContain('dark');
  expect(await isDark(page)).toBe(true);

  await themeButtons(page).first().click();
  await eventually(() => isDark(page)).toBe(false);
  await eventually(() => storedTheme(page)).toBe('light');
  await eventually(() => backgroundOf(page)).toBe(light);
});

test.for(['light', 'dark'] as const)(
  'without a stored choice the first paint has the %s theme that the system prefers',
  async (theme) => {
    const { page } = await site.visit({ theme });
    const firstClass = await watchFirstPaint(page);
    await open(page, '/');
    expect(await firstClass()).toBe(theme === 'dark' ? 'dark' : '');
    expect(await storedTheme(page)).toBeNull();
    const other = theme === 'dark' ? 'light' : 'dark';
    await page.emulateMedia({ colorScheme: other });
    await eventually(() => isDark(page)).toBe(other === 'dark');
  },
);

test('a stored theme overrides the system’s from the first paint, on every page', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit({ theme: 'dark', allowedComplaints: /404/ });
  const firstClass = await watchFirstPaint(page);
  await open(page, '/');
  await themeButtons(page).last().click();
  await eventually(() => storedTheme(page)).toBe('light');
  for (const path of ['/', '/All-blogs', '/Account/signin', '/nowhere']) {
    await open(page, path);
    expect(await firstClass()).toBe('');
    expect(await isDark(page)).toBe(false);
  }
});

test('the theme toggle is at the right edge: half-way down on a wide window, at the bottom on a small one', {
  tags: 'slow',
}, async () => {
  for (const { width, from, to } of [
    { width: 1366, from: 0.4, to: 0.6 },
    { width: 390, from: 0.75, to: 1 },
  ]) {
    const { page } = await site.visit({ width });
    await open(page, '/contact');
    const box = await themeButtons(page).last().boundingBox();
    if (!box) throw new Error('The toggle is not to be seen.');
    const middle = (box.y + box.height / 2) / 900;
    expect(width - (box.x + box.width)).toBeLessThan(24);
    expect(middle).toBeGreaterThan(from);
    expect(middle).toBeLessThan(to);
  }
});

test('the first Tab stop skips to the content', async () => {
  const { page } = await site.visit();
  await open(page, '/contact');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const first = page.getByRole('main').getByRole('textbox').first();
  expect(await first.evaluate((field) => field === document.activeElement)).toBe(true);
});

test('a new page starts at its top, and Back restores the scroll position', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit();
  await open(page, '/');
  const details = page.getByRole('main').getByRole('heading', { level: 3 }).last();
  await details.scrollIntoViewIfNeeded();
  const position = await page.evaluate(() => scrollY);
  expect(position).toBeGreaterThan(500);
  await navigation(page).getByRole('link', { name: 'All Blogs' }).dispatchEvent('click');
  await page.waitForURL('**/All-blogs');
  await eventually(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await eventually(() => page.evaluate(() => scrollY)).toBe(position);
});

test('the footer has three columns of placeholder links, and the tagline', async () => {
  const { page } = await site.visit();
  await open(page, '/');
  const footer = page.getByRole('contentinfo');
  expect(
    await footer.getByText('Providing reliable Blog since 1992', { exact: true }).isVisible(),
  ).toBe(true);
  for (const name of ['Services', 'Company', 'Legal']) {
    const links = footer.getByRole('navigation', { name }).getByRole('link');
    expect(await links.count()).toBeGreaterThan(0);
    await links.first().click({ force: true });
  }
  expect(page.url()).toBe(`${site.url}/`);
});

test('on a wide window the page takes three quarters of the width and the sidebar the rest', async () => {
  const { page } = await site.visit();
  await open(page, '/contact');
  const main = await page.getByRole('main').boundingBox();
  const sidebar = await page.getByRole('complementary').boundingBox();
  if (!main || !sidebar) throw new Error('The layout is not to be seen.');
  expect(sidebar.x).toBeGreaterThan(main.x + main.width);
  expect(main.width / (main.width + sidebar.width)).toBeGreaterThan(0.7);
  expect(main.width / (main.width + sidebar.width)).toBeLessThan(0.8);
});
