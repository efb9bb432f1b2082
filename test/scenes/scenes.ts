import type { Page } from 'playwright-core';
import { paths } from '../../src/paths.ts';
import { ownTitle, type SceneSite, type SiteContent } from './scene-sites.ts';

/** A screen in one of its states. */
export interface Scene {
  readonly screen: string;
  readonly state: string;
  readonly content: SiteContent;
  readonly path: string | ((site: SceneSite) => string);
  /** True for somebody who has signed up. */
  readonly isMember?: boolean;
  /** Windows at least this wide, in CSS pixels, don't have this state. */
  readonly below?: number;
  /** How the screen is reached: asked from the server, unless told. */
  readonly arrive?: (page: Page, path: string) => Promise<void>;
  /** What brings about the state, once the page listens. */
  readonly act?: (page: Page) => Promise<void>;
}

/** Waits until the page listens: what is done before that would be lost. */
export async function awaitListening(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const root = document.getElementById('root');
    return root !== null && Object.keys(root).some((key) => key.startsWith('__reactContainer$'));
  });
}

const arriveFromServer = async (page: Page, path: string) => {
  await page.goto(path);
  await awaitListening(page);
};

/** Goes on within the site from a page that has asked the API for nothing about blogs. */
async function arriveWithin(page: Page, path: string): Promise<void> {
  await arriveFromServer(page, paths.signUp.to());
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Has every call to the API about blogs fail for good, so that nothing is tried again. */
async function arriveFailing(page: Page, path: string): Promise<void> {
  await page.route('**/api/**', (route) => route.fulfill({ status: 413, body: '' }));
  await arriveWithin(page, path);
  await page.getByRole('alert').first().waitFor();
}

/** Has no call to the API about blogs ever answered. */
async function arriveWaiting(page: Page, path: string): Promise<void> {
  await page.route('**/api/**', () => {});
  await arriveWithin(page, path);
  await page.locator('[aria-busy=true], main [role=status]').first().waitFor();
}

function blogTitled(start: string) {
  return ({ blogIds }: SceneSite): string => {
    const [, id] = [...blogIds].find(([title]) => title.startsWith(start)) ?? [];
    if (id === undefined) throw new Error(`No blog's title starts with ${start}.`);
    return paths.blog.to(id);
  };
}

const updatePathOf = (blogPath: string) => paths.updateBlog.to(blogPath.split('/').at(-1) ?? '');
const updateOwn = (site: SceneSite) => updatePathOf(blogTitled(ownTitle)(site));

const pressButton = (name: string) => async (page: Page) => {
  await page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
};

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('navigation', { name: 'Menu' }).waitFor();
}

async function openHelp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await page.getByRole('dialog').waitFor();
}

async function subscribe(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).last().fill('reader@example.org');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  // Under the pointer a toast stays.
  await page.getByText('Thank you for subscribing').hover();
}

async function sendMessage(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await main.getByRole('textbox', { name: 'Name' }).fill('Theodora');
  await main.getByRole('textbox', { name: 'Email' }).fill('theodora@example.org');
  await main.getByRole('textbox', { name: 'Message' }).fill('Good evening.');
  await pressButton('Send Message')(page);
  await page.getByRole('dialog').waitFor();
}

const home = { screen: 'home', path: paths.home.to() } as const;
const allBlogs = { screen: 'all-blogs', path: paths.allBlogs.to() } as const;
const featured = { screen: 'featured', path: paths.featuredBlogs.to() } as const;
const contact = { screen: 'contact', path: paths.contact.to() } as const;
const signIn = { screen: 'sign-in', path: paths.signIn.to() } as const;
const signUp = { screen: 'sign-up', path: paths.signUp.to() } as const;
const wishlist = { screen: 'wishlist', path: paths.wishlist.to(), isMember: true } as const;
/** Windows from here on have no mobile menu. */
const wide = 1024;

/** Every screen in each of its states. */
export const scenes: readonly Scene[] = [
  { ...home, state: 'normal', content: 'demo' },
  { ...home, state: 'member', content: 'demo', isMember: true },
  { ...home, state: 'empty', content: 'empty' },
  { ...home, state: 'odd', content: 'odd' },
  { ...home, state: 'error', content: 'demo', arrive: arriveFailing },
  { ...home, state: 'loading', content: 'demo', arrive: arriveWaiting },
  { ...home, state: 'menu', content: 'demo', below: wide, act: openMenu },
  { ...home, state: 'menu-member', content: 'demo', below: wide, act: openMenu, isMember: true },
  { ...home, state: 'dialog', content: 'demo', act: pressButton('Add to Wishlist') },
  { ...home, state: 'help', content: 'demo', act: openHelp },
  { ...home, state: 'toast', content: 'demo', act: subscribe },
  { ...allBlogs, state: 'normal', content: 'demo' },
  { ...allBlogs, state: 'empty', content: 'empty' },
  { ...allBlogs, state: 'odd', content: 'odd' },
  { ...allBlogs, state: 'error', content: 'demo', arrive: arriveFailing },
  { ...allBlogs, state: 'loading', content: 'demo', arrive: arriveWaiting },
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
  { ...featured, state: 'normal', content: 'demo' },
  { ...featured, state: 'empty', content: 'empty' },
  { ...featured, state: 'odd', content: 'odd' },
  { ...featured, state: 'error', content: 'demo', arrive: arriveFailing },
  { ...featured, state: 'loading', content: 'demo', arrive: arriveWaiting },
  { ...contact, state: 'normal', content: 'demo' },
  { ...contact, state: 'invalid', content: 'demo', act: pressButton('Send Message') },
  { ...contact, state: 'sent', content: 'demo', act: sendMessage },
  {
    screen: 'blog',
    state: 'normal',
    content: 'demo',
    path: ({ blogIds }) => paths.blog.to([...blogIds.values()][0] ?? ''),
    isMember: true,
  },
  {
    screen: 'blog',
    state: 'no-breath',
    content: 'odd',
    path: blogTitled('Everything that I meant'),
    isMember: true,
  },
  {
    screen: 'blog',
    state: 'german',
    content: 'odd',
    path: blogTitled('Donaudampf'),
    isMember: true,
  },
  { screen: 'blog', state: 'arabic', content: 'odd', path: blogTitled('رسالة'), isMember: true },
  { screen: 'blog', state: 'chinese', content: 'odd', path: blogTitled('清晨'), isMember: true },
  { screen: 'blog', state: 'unbroken', content: 'odd', path: blogTitled('AAAA'), isMember: true },
  {
    screen: 'blog',
    state: 'loading',
    content: 'demo',
    path: ({ blogIds }) => paths.blog.to([...blogIds.values()][0] ?? ''),
    isMember: true,
    async arrive(page, path) {
      await page.route('**/api/blog/*', () => {});
      await arriveFromServer(page, paths.contact.to());
      await page.getByRole('complementary').locator(`a[href="${path}"]`).first().click();
      await page.locator('main [aria-busy=true]').waitFor();
    },
  },
  { screen: 'not-found', state: 'normal', content: 'demo', path: '/nowhere' },
  { ...signIn, state: 'normal', content: 'demo' },
  { ...signIn, state: 'invalid', content: 'demo', act: pressButton('Login') },
  { ...signUp, state: 'normal', content: 'demo' },
  { ...signUp, state: 'invalid', content: 'demo', act: pressButton('Sign Up') },
  {
    screen: 'forgot-password',
    state: 'normal',
    content: 'demo',
    path: paths.forgotPassword.to(),
  },
  { screen: 'reset-password', state: 'normal', content: 'demo', path: paths.resetPassword.to() },
  { screen: 'verify-email', state: 'normal', content: 'demo', path: paths.verifyEmail.to() },
  {
    screen: 'account',
    state: 'normal',
    content: 'demo',
    path: paths.account.to(),
    isMember: true,
  },
  {
    screen: 'add-blog',
    state: 'normal',
    content: 'demo',
    path: paths.addBlog.to(),
    isMember: true,
  },
  {
    screen: 'add-blog',
    state: 'invalid',
    content: 'demo',
    path: paths.addBlog.to(),
    isMember: true,
    act: pressButton('Save'),
  },
  { screen: 'update-blog', state: 'normal', content: 'odd', path: updateOwn, isMember: true },
  {
    screen: 'update-blog',
    state: 'not-own',
    content: 'odd',
    path: (site) => updatePathOf(blogTitled('No')(site)),
    isMember: true,
  },
  { screen: 'blog', state: 'own', content: 'odd', path: blogTitled(ownTitle), isMember: true },
  { ...wishlist, state: 'empty', content: 'demo' },
  { ...wishlist, state: 'odd', content: 'odd' },
  { ...wishlist, state: 'removing', content: 'odd', act: pressButton('Remove') },
];

/** Brings a page that is new to the site to a scene. Its context must have the site's address as its base. */
export async function enterScene(page: Page, scene: Scene, site: SceneSite): Promise<void> {
  if (scene.isMember) await page.context().addCookies(site.memberCookies);
  const path = typeof scene.path === 'string' ? scene.path : scene.path(site);
  await (scene.arrive ?? arriveFromServer)(page, path);
  await scene.act?.(page);
}
