// @module-tag slow
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { rowId } from '../../../src/storage/row-id.ts';
import { signUpInBackground } from '../../account.ts';
import { eventually, open } from '../../browser.ts';
import { goOffline, keptIn, keptSoon, withoutNetwork, workerStarted } from '../../kept-pages.ts';
import { visitedSite } from '../../visited-site.ts';
import { latestBlogs, memberOf, send } from '../../wishes-and-comments.ts';
import {
  boxOf,
  fillBlog,
  publishInBackground,
  savedOnServer,
  saveStatus,
  someText,
  updateInBackground,
  writtenBlog,
} from '../../writing.ts';

const site = visitedSite({ READING: 'public' });
/** A site on which only members can read whole blogs. */
const closedSite = visitedSite();
const keepsPages = { keepsPages: true, allowedComplaints: withoutNetwork } as const;

const isSharp = (page: Page, picture: string) =>
  page
    .locator(picture)
    .first()
    .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);

test('a blog that was read is available offline, also after a reload, and is hydrated', async () => {
  const { page, context } = await site.visit(keepsPages);
  const [blog, other] = await latestBlogs(site);
  await open(page, '/');
  await workerStarted(page);
  await page.goto(`/blog/${blog._id}`);
  await keptSoon(page, `kept:nobody /blog/${blog._id}`);
  await keptSoon(page, 'kept-files /on-this-device');
  await goOffline(context, page);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: blog.title }).waitFor();
  await page.getByText('The site can’t be reached. This is the copy of').waitFor();
  await eventually(() => isSharp(page, 'main article img')).toBe(true);
  await page.mouse.move(50, 90, { steps: 3 });
  await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined);

  // A page that isn't cached shows the offline screen, which lists the cached ones.
  await page.goto(`/blog/${other?._id}`);
  await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor();
  expect(await page.title()).toBe('You are offline | The Content Hub');
  await page.getByRole('main').getByRole('link', { name: blog.title }).click();
  await page.waitForURL(`**/blog/${blog._id}`);
  await page.getByRole('heading', { level: 1, name: blog.title }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor();
  await context.setOffline(false);
  await page.waitForURL(`**/blog/${other?._id}`);
});

test('wished blogs can be read offline with their pictures, and drafts can be edited', async () => {
  const { page, context } = await memberOf(site, {}, keepsPages);
  const [blog] = await latestBlogs(site);
  await send(site, context, 'POST', '/addWishlist', { reviewId: blog._id });
  await open(page, '/Add-Blog');
  await fillBlog(page, { ...someText, title: 'Begun at home' });
  await savedOnServer(page);
  const draft = new URL(page.url());
  await open(page, '/Wishlist');
  await workerStarted(page);
  await keptSoon(page, `/blog/${blog._id}`);
  await keptSoon(page, `/api/drafts?key=${draft.searchParams.get('draft')}`);
  await keptSoon(page, '/Add-Blog?draft=another');

  await goOffline(context, page);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Your Wishlist' }).waitFor();
  await eventually(() => isSharp(page, 'main li img')).toBe(true);
  await page.getByRole('main').getByRole('link', { name: 'Details' }).click();
  await page.getByRole('heading', { level: 1, name: blog.title }).waitFor();

  await open(page, draft.pathname + draft.search);
  await eventually(() => boxOf(page, 'title').inputValue()).toBe('Begun at home');
  await boxOf(page, 'title').fill('Gone on with on a train');
  await eventually(() => saveStatus(page).textContent()).toMatch(/^(Offline|Failed|Saved on)/);
  await page.reload();
  await eventually(() => boxOf(page, 'title').inputValue()).toBe('Gone on with on a train');
  expect((await writtenBlog(page)).longDescription).toBe(someText.longDescription);
  await context.setOffline(false);
  await savedOnServer(page);
});

test('a draft that could not be fetched does not keep others from being cached, and is cached later', async () => {
  const { page, context } = await memberOf(site, {}, { ...keepsPages, allowedComplaints: /500/ });
  // The latest is fetched first.
  const [kept, lost] = [rowId(), rowId()];
  for (const key of [kept, lost]) {
    const data = { text: someText, baseTag: null, revision: null, device: 'd', sequence: 1 };
    const headers = { origin: site.url };
    const reply = await context.request.put(`/api/drafts/${key}`, { headers, data });
    expect(reply.status()).toBe(200);
  }
  let isLost = true;
  await context.route(`**/api/drafts/${lost}`, (route) =>
    isLost ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await open(page, '/Wishlist');
  await workerStarted(page);
  await keptSoon(page, `/api/drafts/${kept}`);
  const isKept = async () => (await keptIn(page)).some((one) => one.endsWith(lost));
  expect(await isKept()).toBe(false);
  isLost = false;
  await open(page, '/Account');
  await eventually(isKept).toBe(true);
});

test('a member’s cached pages are removed at logout, at another sign-in, and when the session ended', async () => {
  const { page, context } = await memberOf(site, {}, keepsPages);
  const [blog] = await latestBlogs(site);
  await open(page, '/Wishlist');
  await workerStarted(page);
  await keptSoon(page, '/api/drafts');
  await page.goto(`/blog/${blog._id}`);
  await keptSoon(page, `/blog/${blog._id}`);
  const people = async () =>
    (await keptIn(page)).filter((one) => one.startsWith('kept:') && !one.startsWith('kept:nobody'));
  expect((await people()).length).toBeGreaterThan(3);

  await open(page, '/Wishlist');
  await page.getByRole('banner').getByRole('button', { name: 'Log Out' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor();
  await eventually(people).toEqual([]);
  await goOffline(context, page);
  await page.goto('/Wishlist');
  await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor();
  await page.getByText('Nothing is kept here').waitFor();
  await context.setOffline(false);

  // Another member signs in while the first is still signed in.
  await signUpInBackground(context, site.url);
  await open(page, '/Wishlist');
  await keptSoon(page, '/Wishlist');
  const first = (await people())[0]?.split(' ')[0] ?? '';
  await signUpInBackground(context, site.url);
  await page.goto('/contact');
  await eventually(async () => (await people()).filter((one) => one.startsWith(first))).toEqual([]);

  // A session that ended elsewhere: the next page from the server reveals it.
  await open(page, '/Wishlist');
  await keptSoon(page, '/Wishlist');
  await context.clearCookies();
  await page.goto('/contact');
  await eventually(people).toEqual([]);
});

test('on a members’ site nothing is cached for a signed-out visitor', async () => {
  const { page } = await closedSite.visit(keepsPages);
  const [blog] = await latestBlogs(closedSite);
  await open(page, '/');
  await workerStarted(page);
  await keptSoon(page, 'kept-files /on-this-device');
  await page.goto(`/blog/${blog._id}`);
  await page.waitForURL('**/Account/signin');
  await open(page, '/contact');
  await page.getByRole('contentinfo').getByRole('link', { name: 'On this device' }).click();
  await page.getByText('Nothing is kept here').waitFor();
  expect((await keptIn(page)).filter((one) => one.startsWith('kept:'))).toEqual([]);
});

test('cached pages can be listed, deleted and switched off', async () => {
  const { page } = await site.visit(keepsPages);
  const [blog, other] = await latestBlogs(site);
  await open(page, `/blog/${blog._id}`);
  await keptSoon(page, `kept:nobody /blog/${blog._id}`);
  await page.goto(`/blog/${other?._id}`);
  await keptSoon(page, `kept:nobody /blog/${other?._id}`);
  await page.getByRole('contentinfo').getByRole('link', { name: 'On this device' }).click();
  const main = page.getByRole('main');
  const listed = main.getByRole('region', { name: 'Read last' }).getByRole('listitem');
  await eventually(() => listed.count()).toBe(2);
  expect(await listed.first().textContent()).toMatch(new RegExp(`^${other?.title}\\d+ kB`));
  await main.getByText(/^[\d.]+ [kM]B in all: with/).waitFor();

  await main.getByRole('button', { name: `Throw away “${other?.title}”` }).click();
  await eventually(() => listed.count()).toBe(1);
  expect(await keptIn(page)).not.toContain(`kept:nobody /blog/${other?._id}`);
  await main.getByRole('button', { name: 'Throw everything away' }).click();
  await main.getByText('Nothing is kept here').waitFor();

  const keeps = main.getByLabel('Keep what I read on this device');
  await keeps.click();
  await main.getByText('This device keeps nothing').waitFor();
  await open(page, `/blog/${blog._id}`);
  await open(page, '/on-this-device');
  await main.getByText('This device keeps nothing').waitFor();
  expect(await keptIn(page)).toEqual([]);
  await keeps.click();
  await workerStarted(page);
  await open(page, `/blog/${blog._id}`);
  await keptSoon(page, `kept:nobody /blog/${blog._id}`);
});

test('cached pages of an earlier version are renewed, and its files are deleted', async () => {
  const { page, context } = await site.visit(keepsPages);
  const [blog] = await latestBlogs(site);
  await open(page, `/blog/${blog._id}`);
  await keptSoon(page, `kept:nobody /blog/${blog._id}`);
  await keptSoon(page, 'kept-files /on-this-device');
  // The cache as the earlier version left it: a file that this version lacks, and a page that needs it.
  await page.evaluate(async (address) => {
    const files = await caches.open('kept-files');
    const read = await caches.open('kept:nobody');
    const copy = await read.match(address, { ignoreVary: true });
    const headers = new Headers(copy?.headers);
    const note = JSON.parse(decodeURIComponent(headers.get('x-kept') ?? ''));
    const write = (changes: object) =>
      headers.set('x-kept', encodeURIComponent(JSON.stringify({ ...note, ...changes })));
    write({ keptAt: 1, needs: ['/assets/gone.js'] });
    await read.put(address, new Response(await copy?.text(), { headers }));
    write({ kind: 'file' });
    await files.put('/assets/gone.js', new Response('', { headers }));
    const registration = await navigator.serviceWorker.ready;
    await registration.unregister();
  }, `/blog/${blog._id}`);
  expect(await keptIn(page)).toContain('kept-files /assets/gone.js');
  // The worker goes with the last page that it controls; a page that registers it before would take the old one back.
  await page.goto(`${site.url}/robots.txt`);
  await eventually(() =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
  ).toBe(0);
  await open(page, '/contact');
  await workerStarted(page);
  await eventually(() => keptIn(page)).not.toContain('kept-files /assets/gone.js');
  await goOffline(context, page);
  await page.goto(`/blog/${blog._id}`);
  await page.getByRole('heading', { level: 1, name: blog.title }).waitFor();
});

test('a page deleted on the site is deleted from the cache, and online no page comes from the cache', async () => {
  const complaints = { ...keepsPages, allowedComplaints: /410/ };
  const { page, context } = await memberOf(site, {}, complaints);
  const id = await publishInBackground(context, site.url, { title: 'To be taken back' });
  await open(page, '/');
  await workerStarted(page);
  await page.goto(`/blog/${id}`);
  await keptSoon(page, `/blog/${id}`);
  await updateInBackground(context, site.url, id, { title: 'Changed at once' });
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Changed at once' }).waitFor();
  await context.request.delete(`/api/blog/${id}?title=Changed%20at%20once`, {
    headers: { origin: site.url },
  });
  await page.reload();
  await eventually(async () =>
    (await keptIn(page)).filter((one) => one.endsWith(`/blog/${id}`)),
  ).toEqual([]);
});

test('the site can be installed', async () => {
  const { page, context } = await site.visit(keepsPages);
  await open(page, '/');
  await workerStarted(page);
  const session = await context.newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual([]);
});
