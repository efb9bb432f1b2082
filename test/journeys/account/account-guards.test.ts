import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  fetchAs,
  fillSignIn,
  logOutButton,
  newAccount,
  sessionCookie,
  signIn,
  signUpInBackground,
} from '../../account.ts';
import { eventually, open } from '../../browser.ts';
import { inMatrix } from '../../matrix.ts';
import { visitedSite } from '../../visited-site.ts';
import { endAllSessions, latestBlogs, publish, send } from '../../wishes-and-comments.ts';

const site = visitedSite();

const wayOf = (page: Page) => {
  const { pathname, search, hash } = new URL(page.url());
  return `${pathname}${search}${hash}`;
};

const guarded = ['/update-blog/7?draft=1', '/Add-Blog', '/Wishlist', '/Account'];
test.for(inMatrix({ usual: guarded.slice(0, 1), whole: guarded }))(
  '%s leads a signed-out visitor to Sign In, and back',
  async (address) => {
    const { context } = await site.visit();
    const account = await signUpInBackground(context, site.url);
    const reply = await fetchAs(site.url + address, '');
    expect(reply.status).toBe(302);
    expect(reply.headers.get('location')).toBe(
      `/Account/signin?${new URLSearchParams({ from: address })}`,
    );
    const { page } = await site.visit({ allowedComplaints: /404/ });
    await open(page, address);
    await fillSignIn(page, account);
    await page.waitForURL(site.url + address);
  },
);

test('a menu link that needs an account remembers its target, also by way of Sign Up', {
  tags: 'slow',
}, async () => {
  const { context } = await site.visit();
  const account = await signUpInBackground(context, site.url);
  const { page } = await site.visit({ width: 390 });
  await open(page, '/');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Wishlist' }).click();
  await page.waitForURL('**/Account/signin');
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await page.waitForURL('**/Account/signup?from=*');
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await page.waitForURL('**/Account/signin?from=*');
  await fillSignIn(page, account);
  await page.waitForURL('**/Wishlist');
  await page.goBack();
  expect(wayOf(page)).not.toContain('signin');
});

test('a blog leads a signed-out visitor to Sign In, and back', { tags: 'slow' }, async () => {
  const { context } = await site.visit();
  const account = await signUpInBackground(context, site.url);
  const { page } = await site.visit();
  await open(page, '/');
  await page.getByRole('link', { name: 'Details' }).first().click();
  await page.waitForURL('**/Account/signin');
  await fillSignIn(page, account);
  await page.waitForURL('**/blog/*');
  await logOutButton(page).click();
  await page.waitForURL(`${site.url}/`);
});

test('/login redirects to Sign In and keeps the page to return to', async () => {
  const { page } = await site.visit();
  await page.goto('/login?from=%2FWishlist');
  expect(wayOf(page)).toBe('/Account/signin?from=%2FWishlist');
  await page.goto('/login');
  expect(wayOf(page)).toBe('/Account/signin');
});

test.for([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/%2F/evil.example',
  'javascript:alert(1)',
  '/Account/signin',
  '/login?from=/Account',
])(
  'the return address %s is refused, and Sign In leads to Home',
  { tags: 'slow' },
  async (from) => {
    const { context } = await site.visit();
    const account = await signUpInBackground(context, site.url);
    const { page } = await site.visit();
    await signIn(page, account, `/Account/signin?${new URLSearchParams({ from })}`);
    await page.waitForURL(`${site.url}/`);
  },
);

test('a signed-in member is redirected from Sign In and Sign Up', async () => {
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  await page.goto('/Account/signin?from=%2FWishlist');
  expect(wayOf(page)).toBe('/Wishlist');
  await page.goto('/Account/signup');
  expect(wayOf(page)).toBe('/');
});

test('the server renders a page for a signed-in member, without a signed-out or loading state first', async () => {
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  const cookie = await sessionCookie(context);
  for (const address of ['/', '/Account']) {
    const reply = await fetchAs(site.url + address, cookie);
    const html = (await reply.text()).split('<script type="application/json"')[0];
    expect(html).toContain('Log Out');
    expect(html).not.toContain('Sign In');
    expect(html).not.toContain('Loading');
    expect(reply.headers.get('cache-control')).toBe('private, no-store');
  }
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await open(page, '/Account');
  await eventually(() => page.getByLabel('Your Name').inputValue()).toBe('Ada Lovelace');
  expect(asked.filter((url) => url.startsWith('/api/account'))).toEqual([]);
});

test('a call after the session ended leads to Sign In, and back', {
  tags: 'slow',
}, async () => {
  const { page, context } = await site.visit({ allowedComplaints: /401/ });
  const account = await signUpInBackground(context, site.url);
  await open(page, '/Account');
  const title = await page.title();
  await page.getByLabel('Your Name').fill('Ada King');
  endAllSessions(site);
  const ended = page.waitForResponse('**/logout');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.waitForURL('**/Account/signin*');
  expect((await ended).status()).toBe(204);
  expect(await context.cookies()).toEqual([]);
  await fillSignIn(page, account);
  await page.waitForURL(`${site.url}/Account`);
  await eventually(() => page.title()).toBe(title);
});

/** The list is refused either before the page that requests it is shown, or after. */
test.for(['/Account', '/All-blogs', '/Account then the page'])(
  'a list that is refused after the session ended leads to Sign In and back to that list, from %s',
  { tags: 'slow' },
  async (from) => {
    const { page, context } = await site.visit({ allowedComplaints: /401/ });
    const account = await signUpInBackground(context, site.url);
    const isLate = from.endsWith('page');
    await open(page, from.split(' ')[0] ?? '');
    endAllSessions(site);
    const shown = Promise.withResolvers<void>();
    if (!isLate) shown.resolve();
    await page.route('**/getWishlist*', async (route) => {
      await shown.promise;
      await route.continue();
    });
    await page.getByRole('banner').getByRole('link', { name: 'Wishlist' }).click();
    if (isLate) await page.waitForURL('**/Wishlist');
    shown.resolve();
    await page.waitForURL('**/Account/signin*');
    await fillSignIn(page, account);
    await page.waitForURL('**/Wishlist');
  },
);

test('a change that failed because the session ended is reported beside Sign In', {
  tags: 'slow',
}, async () => {
  const { page, context } = await site.visit({ allowedComplaints: /401/ });
  const account = await signUpInBackground(context, site.url);
  const shows = async (text: string) => {
    await page.waitForURL('**/Account/signin*');
    await page.getByText(text).waitFor();
  };
  const [blog] = await latestBlogs(site);
  await send(site, context, 'POST', '/addWishlist', { reviewId: blog._id });
  await open(page, '/Wishlist');
  endAllSessions(site);
  await page.getByRole('main').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Yes, remove it!' }).click();
  await shows('Failed to remove the item from your wishlist.');
  await page.keyboard.press('Escape');
  await fillSignIn(page, account);
  await page.waitForURL('**/Wishlist');

  await open(page, `/blog/${blog._id}`);
  await page.getByLabel('Add a comment').fill('Said before');
  await page.getByRole('button', { name: 'Post Comment' }).click();
  await page.getByText('Comment added successfully!').waitFor();
  endAllSessions(site);
  await page.getByRole('button', { name: 'Delete' }).click();
  await shows('Failed to delete comment');
});

test('a link to /logout in a blog’s text asks before it logs out', { tags: 'slow' }, async () => {
  const author = await site.visit();
  await signUpInBackground(author.context, site.url);
  const id = await publish(site, author.context, 'On leaving', '[Read on](/logout)');
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  await open(page, `/blog/${id}`);
  await page.getByRole('link', { name: 'Read on' }).click();
  await page.waitForURL(`${site.url}/logout`);
  expect((await context.request.get('/api/account')).status()).toBe(200);
  await page.goto('/logout');
  await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined);
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.getByRole('heading', { name: 'You are logged out' }).waitFor();
  expect((await context.request.get('/api/account')).status()).toBe(401);
});

test('the token of an e-mail link is removed from the address, and survives a reload', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit({ allowedComplaints: /400/ });
  await open(page, '/Account/verify-email#token=abc');
  await eventually(() => wayOf(page)).toBe('/Account/verify-email');
  await page.reload();
  const sent = page.waitForRequest('**/identity/verify-email');
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  expect((await sent).postDataJSON()).toEqual({ token: 'abc' });
  await page.getByRole('alert').waitFor();
  const again = page.getByRole('link', { name: 'Get a new link in your account' });
  expect(await again.getAttribute('href')).toBe('/Account');
  expect(await page.getByRole('button', { name: 'Confirm my address' }).count()).toBe(0);
});

test('a session cookie is invalid after logging out, and a public page stays where it is', async () => {
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  await open(page, '/All-blogs?filter=Travel');
  const cookie = await sessionCookie(context);
  const mine = () => fetchAs(`${site.url}/api/account`, cookie);
  expect((await mine()).status).toBe(200);
  await logOutButton(page).click();
  await eventually(() => page.getByRole('link', { name: 'Sign Up' }).count()).toBeGreaterThan(0);
  expect(wayOf(page)).toBe('/All-blogs?filter=Travel');
  expect((await mine()).status).toBe(401);
});

test('logging out on a members’ page leads home before the session ends', async () => {
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  const seen: string[] = [];
  // Replies at once, as when the browser is slower than the site.
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = async (input, init) => {
      if (input !== '/logout') return fetch(input, init);
      document.documentElement.dataset.ended = document.querySelector('main h1')?.textContent ?? '';
      void fetch(input, init);
      return new Response(null, { status: 204 });
    };
  });
  await open(page, '/Account');
  page.on('framenavigated', (frame) => seen.push(new URL(frame.url()).pathname));
  await logOutButton(page).click();
  await page.waitForURL(`${site.url}/`);
  await eventually(() => page.getByRole('link', { name: 'Sign Up' }).count()).toBeGreaterThan(0);
  const shown = await page.evaluate(() => document.documentElement.dataset.ended);
  expect([undefined, 'Your Account']).not.toContain(shown);
  expect(seen).toEqual(['/']);
});

test('a logout that fails is reported and leaves the member signed in', {
  tags: 'slow',
}, async () => {
  const { page, context } = await site.visit({ allowedComplaints: /503|Failed to load/ });
  await signUpInBackground(context, site.url);
  await open(page, '/contact');
  await page.route('**/logout', (route) => route.fulfill({ status: 503, body: '' }));
  await logOutButton(page).click();
  const shows = page.getByText('Logging out did not work. Please try again.');
  await eventually(() => shows.isVisible()).toBe(true);
  expect(await logOutButton(page).isVisible()).toBe(true);
});

test('POST /jwt with another person’s address and no proof starts no session', async () => {
  const { email } = newAccount();
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const body = JSON.stringify({ email });
  expect((await fetch(`${site.url}/jwt`, { method: 'POST', headers, body })).status).toBe(401);
});
