import type { Page } from 'playwright-core';
import { failurePage } from '../../src/app/rendering/failure-page.ts';
import { themeFirstScript } from '../../src/features/theme/web/first-script.ts';
import { paths } from '../../src/paths.ts';
import {
  arriveFailing,
  arriveFromServer,
  arriveWaiting,
  awaitDialog,
  blogTitled,
  fillField,
  firstAuthor,
  firstBlog,
  holdToast,
  pressButton,
  type Scene,
} from './scene.ts';

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('navigation', { name: 'Menu' }).waitFor();
}

async function openHelp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await awaitDialog(page);
}

async function subscribe(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Your email address' }).fill('reader@example.org');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await holdToast(page, 'Thank you for subscribing');
}

async function subscribeInvalid(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Subscribe' }).click();
}

async function sendMessage(page: Page): Promise<void> {
  await fillField(page, 'Name', 'Theodora');
  await fillField(page, 'Email', 'theodora@example.org');
  await fillField(page, 'Message', 'Good evening.');
  await pressButton('Send Message')(page);
  await awaitDialog(page);
}

/** Pages through All Blogs: a page in the middle has links in both directions. */
async function turnOver(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Older posts' }).click();
  await page.getByRole('link', { name: 'Newest posts' }).waitFor();
}

/** Shows the fallback page for when even the error screen can't be rendered, in the styles of the site. */
async function arriveAtFailure(page: Page, path: string): Promise<void> {
  const reply = await page.request.get(path);
  const styles = [...(await reply.text()).matchAll(/<link rel="stylesheet" href="([^"]+)"/g)];
  const parts = {
    requestId: 'req-1',
    styles: styles.map(([, href = '']) => href),
    firstScripts: [themeFirstScript],
  };
  await page.route(`**${path}`, (route) =>
    route.fulfill({ status: 500, contentType: 'text/html', body: failurePage(parts) }),
  );
  await page.goto(path);
}

/** Follows a link to a blog whose API call is never answered. */
async function arriveAtWaitingBlog(page: Page, path: string): Promise<void> {
  await page.route('**/api/blog/*', () => {});
  await arriveFromServer(page, paths.contact.to());
  await page.getByRole('complementary').locator(`a[href="${path}"]`).first().click();
  await page.locator('main [aria-busy=true]').waitFor();
}

/** A blog that was partly read on another device, in an earlier version of its text. */
async function arriveOffered(page: Page, path: string): Promise<void> {
  const place = { block: 8, hash: 0, share: 62, isFinished: false, known: 'AAAAAA==' };
  await page.route('**/api/history/*', (route) =>
    route.fulfill({ json: { reader: '', isKept: true, place } }),
  );
  await arriveFromServer(page, path);
  await page.getByRole('button', { name: 'Go on where you stopped (62%)' }).waitFor();
}

async function showChanges(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Changed since you read this/ }).click();
  await page.getByText('Change 1 of 9').waitFor();
}

const home = { screen: 'home', path: paths.home.to() } as const;
const allBlogs = { screen: 'all-blogs', path: paths.allBlogs.to() } as const;
const archive = { screen: 'archive', path: paths.archive.to() } as const;
/** A year and a month in which the demo has blogs. */
const demoYear = paths.archiveYear.to('2026');
const demoMonth = paths.archiveMonth.to('2026', '02');
const featured = { screen: 'featured', path: paths.featuredBlogs.to() } as const;
const contact = { screen: 'contact', path: paths.contact.to() } as const;
const blog = { screen: 'blog', isMember: true } as const;
/** Windows of at least this width have no mobile menu. */
const wide = 1024;
const failing = arriveFailing('**/api/**');
const waiting = arriveWaiting('**/api/**');

/** The public pages, and the blog page. */
export const readingScenes: readonly Scene[] = [
  { ...home, state: 'normal', content: 'demo' },
  { ...home, state: 'member', content: 'demo', isMember: true },
  { ...home, state: 'empty', content: 'empty' },
  { ...home, state: 'one', content: 'one' },
  { ...home, state: 'odd', content: 'odd' },
  { ...home, state: 'wished', content: 'odd', isMember: true },
  { ...home, state: 'error', content: 'demo', arrive: failing },
  { ...home, state: 'loading', content: 'demo', arrive: waiting },
  { ...home, state: 'menu', content: 'demo', below: wide, act: openMenu },
  { ...home, state: 'menu-member', content: 'demo', below: wide, act: openMenu, isMember: true },
  { ...home, state: 'dialog', content: 'demo', act: pressButton('Add to Wishlist') },
  { ...home, state: 'help', content: 'demo', act: openHelp },
  { ...home, state: 'toast', content: 'demo', act: subscribe },
  { ...home, state: 'invalid', content: 'demo', act: subscribeInvalid },
  { ...allBlogs, state: 'normal', content: 'demo' },
  { ...allBlogs, state: 'empty', content: 'empty' },
  { ...allBlogs, state: 'one', content: 'one' },
  { ...allBlogs, state: 'many', content: 'many', act: turnOver },
  { ...allBlogs, state: 'odd', content: 'odd' },
  { ...allBlogs, state: 'error', content: 'demo', arrive: failing },
  { ...allBlogs, state: 'loading', content: 'demo', arrive: waiting },
  {
    ...allBlogs,
    state: 'nothing-found',
    content: 'demo',
    path: paths.allBlogs.to({ search: 'nothing like this' }),
  },
  {
    ...allBlogs,
    state: 'refused',
    content: 'demo',
    path: paths.allBlogs.to({ filter: 'Cooking' }),
  },
  { ...archive, state: 'normal', content: 'demo' },
  { ...archive, state: 'empty', content: 'empty' },
  { ...archive, state: 'error', content: 'demo', arrive: failing },
  { screen: 'archive-year', state: 'normal', content: 'demo', path: demoYear },
  { screen: 'archive-year', state: 'many', content: 'many', path: paths.archiveYear.to('2024') },
  { screen: 'archive-month', state: 'normal', content: 'demo', path: demoMonth },
  { ...featured, state: 'normal', content: 'demo' },
  { ...featured, state: 'empty', content: 'empty' },
  { ...featured, state: 'one', content: 'one' },
  { ...featured, state: 'odd', content: 'odd' },
  { ...featured, state: 'error', content: 'demo', arrive: failing },
  { ...featured, state: 'loading', content: 'demo', arrive: waiting },
  { ...contact, state: 'normal', content: 'demo' },
  { ...contact, state: 'invalid', content: 'demo', act: pressButton('Send Message') },
  { ...contact, state: 'sent', content: 'demo', act: sendMessage },
  { ...blog, state: 'normal', content: 'demo', path: firstBlog },
  { ...blog, state: 'offered', content: 'demo', path: firstBlog, arrive: arriveOffered },
  {
    ...blog,
    state: 'changed',
    content: 'demo',
    path: firstBlog,
    arrive: arriveOffered,
    act: showChanges,
  },
  { ...blog, state: 'public', content: 'one', path: firstBlog, isMember: false },
  { ...blog, state: 'no-breath', content: 'odd', path: blogTitled('Everything that I meant') },
  { ...blog, state: 'german', content: 'odd', path: blogTitled('Donaudampf') },
  { ...blog, state: 'arabic', content: 'odd', path: blogTitled('رسالة') },
  { ...blog, state: 'chinese', content: 'odd', path: blogTitled('清晨') },
  { ...blog, state: 'unbroken', content: 'odd', path: blogTitled('AAAA') },
  { ...blog, state: 'long', content: 'odd', path: blogTitled('How a lighthouse') },
  { ...blog, state: 'loading', content: 'demo', path: firstBlog, arrive: arriveAtWaitingBlog },
  {
    ...blog,
    state: 'error',
    content: 'demo',
    path: firstBlog,
    arrive: arriveFailing('**/api/blog/*'),
  },
  { screen: 'author', state: 'normal', content: 'demo', path: firstAuthor },
  { screen: 'author', state: 'odd', content: 'odd', path: firstAuthor, isMember: true },
  { screen: 'not-found', state: 'normal', content: 'demo', path: '/nowhere' },
  {
    screen: 'failure',
    state: 'normal',
    content: 'demo',
    path: paths.contact.to(),
    arrive: arriveAtFailure,
  },
];
