import { expect, test } from 'vitest';
import { eventually, open, passTimeUntilSeen } from '../../browser.ts';
import { fetchOnce } from '../../running-site.ts';
import { visitedSite } from '../../visited-site.ts';

const membersSite = visitedSite();
const publicSite = visitedSite({ READING: 'public' });

interface ReadBlog {
  readonly _id: string;
  readonly title: string;
  readonly category: string;
  readonly imageUrl: string;
  readonly shortDescription: string;
  readonly wordCount: number;
  readonly createdAt: string;
  readonly author: { readonly name: string; readonly bio: string | null };
}

/** The blog with this title. */
async function blogOf(siteUrl: string, title: string): Promise<ReadBlog> {
  const found = await fetchOnce(`${siteUrl}/api/allBlogs?search=${encodeURIComponent(title)}`);
  const [{ _id }] = await found.json();
  return (await fetchOnce(`${siteUrl}/api/blog/${_id}`)).json();
}

const aBlog = 'A Slow Loaf';
const aSentenceOfIt = 'A spoonful of starter goes into a jar with flour and water.';
const byAnAuthorWithoutBio = 'Mending the Same Jumper Twice';

test('on a members’ site the page of a blog has a link preview without the blog’s text', async () => {
  const blog = await blogOf(membersSite.url, aBlog);
  const url = `${membersSite.url}/blog/${blog._id}`;
  const response = await fetchOnce(url);
  expect(response.status).toBe(200);
  const html = await response.text();
  const image = `${membersSite.url}${blog.imageUrl}`;
  for (const tag of [
    `<title>${blog.title} | The Content Hub</title>`,
    `<meta name="description" content="${blog.shortDescription}">`,
    `<link rel="canonical" href="${url}">`,
    '<meta property="og:type" content="article">',
    `<meta property="og:title" content="${blog.title}">`,
    `<meta property="og:description" content="${blog.shortDescription}">`,
    `<meta property="og:url" content="${url}">`,
    `<meta property="og:image" content="${image}">`,
    '<meta property="og:image:width" content="1280">',
    `<meta property="article:section" content="${blog.category}">`,
    `<meta property="article:published_time" content="${blog.createdAt}">`,
    '"@type":"BreadcrumbList"',
    '<meta name="twitter:card" content="summary_large_image">',
    `<meta name="twitter:title" content="${blog.title}">`,
    `<meta name="twitter:image" content="${membersSite.url}/share/blog-${blog._id}-`,
    '<meta property="og:image:width" content="1200">',
  ]) {
    expect(html).toContain(tag);
  }
  expect((await fetchOnce(image)).headers.get('content-type')).toMatch(/^image\//);
  const [, jsonLd = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(jsonLd)).toMatchObject({
    '@type': 'BlogPosting',
    headline: blog.title,
    author: { name: blog.author.name },
    datePublished: blog.createdAt,
    isAccessibleForFree: false,
  });
  expect(html).not.toContain(aSentenceOfIt);
});

test('without JavaScript a signed-out visitor sees a blog’s summary and the way to Sign In', async () => {
  const blog = await blogOf(membersSite.url, aBlog);
  const { page } = await membersSite.visit({ javaScriptEnabled: false });
  await page.goto(`/blog/${blog._id}`);
  const main = page.getByRole('main');
  await main.getByRole('heading', { level: 1, name: blog.title }).waitFor();
  const text = await main.innerText();
  expect(text).toContain(blog.author.name);
  expect(text).toContain(blog.shortDescription);
  expect(text).not.toContain('Loading');
  const cover = main.locator(`img[src="${blog.imageUrl}"]`);
  await eventually(() => cover.isVisible()).toBe(true);
  const signIn = main.getByRole('link', { name: 'Sign in' });
  expect(await signIn.getAttribute('href')).toMatch(/^\/Account\/signin/);
});

test('a signed-out visitor who opens a blog’s address or link ends at Sign In, and Back leads out again', {
  tags: 'slow',
}, async () => {
  const blog = await blogOf(membersSite.url, aBlog);
  const { page } = await membersSite.visit();
  await page.goto(`/blog/${blog._id}`);
  await page.waitForURL('**/Account/signin');
  expect(await page.title()).toBe('Sign In | The Content Hub');

  await open(page, '/All-blogs');
  await page.getByRole('article').first().getByRole('link', { name: 'Details' }).click();
  await page.waitForURL('**/Account/signin');
  await page.goBack();
  await page.waitForURL('**/All-blogs');
  await page.getByRole('heading', { level: 1, name: 'All Blogs' }).waitFor();
});

test('on a public site the whole blog is in the server’s HTML', async () => {
  const blog = await blogOf(publicSite.url, aBlog);
  const html = await (await fetchOnce(`${publicSite.url}/blog/${blog._id}`)).text();
  expect(html).toContain('"isAccessibleForFree":true');
  expect(html).toContain(aSentenceOfIt);

  const { page } = await publicSite.visit();
  await open(page, `/blog/${blog._id}`);
  const main = page.getByRole('main');
  expect(await page.title()).toBe(`${blog.title} | The Content Hub`);
  expect(await main.getByRole('heading', { level: 1 }).textContent()).toBe(blog.title);
  expect(await main.getByRole('heading', { level: 2, name: 'Saturday, late' }).isVisible()).toBe(
    true,
  );
  expect(await main.getByText(blog.shortDescription, { exact: true }).isVisible()).toBe(true);
  const cover = main.getByRole('article').locator('header img').last();
  await eventually(() =>
    cover.evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBeGreaterThan(0);
  const minutes = Math.round(blog.wordCount / 238);
  // The cards below show reading times as well.
  const header = main.locator('.article-page > header');
  expect(await header.getByText(`${minutes} min read`).isVisible()).toBe(true);
  expect(await main.locator('time').first().getAttribute('datetime')).toBe(blog.createdAt);
  expect(await page.getByText('Update Blog').count()).toBe(0);
});

test('an author without a biography is introduced by a default sentence, others by their own', async () => {
  const { page } = await publicSite.visit();
  const defaultBio = 'Writer, thinker, and creator of amazing stories.';
  const silent = await blogOf(publicSite.url, byAnAuthorWithoutBio);
  await open(page, `/blog/${silent._id}`);
  const silentCard = page.getByRole('region', { name: silent.author.name });
  expect(await silentCard.getByText(defaultBio, { exact: true }).isVisible()).toBe(true);

  const spoken = await blogOf(publicSite.url, aBlog);
  await open(page, `/blog/${spoken._id}`);
  const card = page.getByRole('region', { name: spoken.author.name });
  expect(await card.textContent()).toContain(spoken.author.bio);
  const photo = card.locator('img');
  await photo.scrollIntoViewIfNeeded();
  await eventually(() =>
    photo.evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBeGreaterThan(0);
});

test('a blog has share links to four services, each with the page’s address', async () => {
  const { page } = await publicSite.visit();
  const { _id } = await blogOf(publicSite.url, aBlog);
  await open(page, `/blog/${_id}`);
  const url = `${publicSite.url}/blog/${_id}`;
  for (const [name, host] of [
    ['Facebook', 'www.facebook.com'],
    ['Twitter', 'twitter.com'],
    ['WhatsApp', 'wa.me'],
    ['Telegram', 't.me'],
  ] as const) {
    const link = page.getByRole('main').getByRole('link', { name, exact: true });
    const target = new URL((await link.getAttribute('href')) ?? '');
    expect(target.host).toBe(host);
    expect([...target.searchParams.values()].join(' ')).toContain(url);
    expect(await link.getAttribute('rel')).toContain('noopener');
  }
});

test('a blog opened from far down a list begins at its top', { tags: 'slow' }, async () => {
  const { page } = await publicSite.visit();
  await open(page, '/All-blogs');
  const last = page.getByRole('article').last().getByRole('link', { name: 'Details' });
  await last.scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(1_000);
  await last.click();
  await page.waitForURL('**/blog/*');
  await eventually(() => page.evaluate(() => scrollY)).toBe(0);
});

test('a blog that fails to load shows an error, and can be tried again', {
  tags: 'slow',
}, async () => {
  const { page } = await publicSite.visit({ allowedComplaints: /500/ });
  await page.clock.install();
  await open(page, '/All-blogs');
  await page.route('**/api/blog/*', (route) => route.fulfill({ status: 500, body: '' }));
  const card = page.getByRole('article').first();
  const title = await card.getByRole('heading').textContent();
  await card.getByRole('link', { name: 'Details' }).click();
  const alert = page.getByRole('main').getByRole('alert');
  await passTimeUntilSeen(page, alert);
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: title ?? '' }).waitFor();
  await eventually(() => page.title()).toBe(`${title} | The Content Hub`);
});
