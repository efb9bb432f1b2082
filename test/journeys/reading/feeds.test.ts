import { expect, test } from 'vitest';
import { fetchOnce } from '../../running-site.ts';
import { visitedSite } from '../../visited-site.ts';

const site = visitedSite({ READING: 'public' });

test.for(['/feed.xml', '/atom.xml'])(
  '%s is readable in a browser, and its titles link to the blogs',
  async (path) => {
    const { page } = await site.visit();
    await page.goto(path);
    expect(await page.getByText('This is a feed.').isVisible()).toBe(true);
    // A blog's title links to its page; elements for programs are hidden.
    expect(await page.locator('guid, published').first().isVisible()).toBe(false);
    const link = page.locator(
      'xpath=//*[local-name()="item" or local-name()="entry"]/*[local-name()="a"]',
    );
    expect(await link.first().isVisible()).toBe(true);
    await link.first().click();
    await page.waitForURL(`${site.url}/blog/*`);
  },
);

test('a feed is sent again only if it changed', async () => {
  const first = await fetchOnce(`${site.url}/feed.xml`);
  const etag = first.headers.get('etag') ?? '';
  const since = first.headers.get('last-modified') ?? '';
  expect(Date.parse(since)).toBeGreaterThan(0);
  const statusWith = async (headers: Record<string, string>) =>
    (await fetch(`${site.url}/feed.xml`, { headers })).status;
  expect(await statusWith({ 'if-none-match': etag })).toBe(304);
  expect(await statusWith({ 'if-modified-since': since })).toBe(304);
  const before = new Date(Date.parse(since) - 60_000).toUTCString();
  expect(await statusWith({ 'if-modified-since': before })).toBe(200);
  // If-None-Match takes precedence over If-Modified-Since (RFC 9110, 13.1.3).
  expect(await statusWith({ 'if-none-match': '"another"', 'if-modified-since': since })).toBe(200);
});

test('pages link to the feeds of their contents', async () => {
  const html = await (await fetchOnce(`${site.url}/All-blogs?filter=Travel`)).text();
  expect(html).toContain('href="/feed.xml?category=Travel"');
  for (const path of ['/feed.xml', '/atom.xml', '/feed.json']) {
    expect(html).toContain(`href="${path}">`);
  }
});

test('a blog’s page has a share picture of its own', async () => {
  const [blog] = await (await fetchOnce(`${site.url}/api/latestBlogs`)).json();
  const html = await (await fetchOnce(`${site.url}/blog/${blog._id}`)).text();
  const [, address = ''] =
    /<meta property="og:image" content="([^"]+\/share\/blog-[^"]+)">/.exec(html) ?? [];
  const picture = await fetchOnce(address);
  expect(picture.status).toBe(200);
  expect(picture.headers.get('content-type')).toBe('image/jpeg');
  expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
  expect((await fetchOnce(address.replace(/.\.jpg$/, '_.jpg'))).status).toBe(404);
});
