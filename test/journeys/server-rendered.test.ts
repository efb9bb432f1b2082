import { expect, test } from 'vitest';
import { eventually, open } from '../browser.ts';
import { fetchOnce } from '../running-site.ts';
import { visitedSite } from '../visited-site.ts';

const site = visitedSite();

interface TitledBlog {
  readonly _id: string;
  readonly title: string;
  readonly shortDescription: string;
}

async function listOf(path: string): Promise<TitledBlog[]> {
  return (await fetchOnce(`${site.url}${path}`)).json();
}

const written = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;');

test.for([
  ['/', 'Home', 'Welcome to the Content Hub'],
  ['/All-blogs', 'All Blogs', 'By Maren Holt'],
  ['/Featured-Blogs', 'Featured Blogs', 'Word Count'],
  ['/archive', 'Archive', 'Every blog, by the month in which it was published.'],
  ['/contact', 'Contact', 'Send Message'],
] as const)(
  '%s arrives complete: title, description, canonical address and content',
  async ([path, title, content]) => {
    const response = await fetchOnce(site.url + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await response.text();
    expect(html).toContain(`<title>${title} | The Content Hub</title>`);
    expect(html).toMatch(/<meta name="description" content="[^"]{20,}">/);
    expect(html).toContain(`<link rel="canonical" href="${site.url}${path}">`);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(html).toContain('<html lang="en">');
    expect(html.replaceAll('<!-- -->', '')).toContain(content);
  },
);

test('the HTML of Home contains the ticker, the cards and the sidebar, filled from the database', async () => {
  const html = await (await fetchOnce(site.url)).text();
  const countOf = (text: string) => html.split(text).length - 1;
  for (const { _id, title, shortDescription } of await listOf('/api/latestBlogs')) {
    // Twice in the ticker, and in a card and the sidebar.
    expect(countOf(`>${written(title)}<`)).toBeGreaterThanOrEqual(4);
    expect(html).toContain(`>${written(shortDescription)}<`);
    expect(html).toContain(`href="/blog/${_id}"`);
  }
  for (const { shortDescription } of (await listOf('/api/featuredBlogs')).slice(0, 5)) {
    expect(html).toContain(written(`${shortDescription.slice(0, 50)}…`));
  }
});

test('the HTML of a list page contains every blog of the list', async () => {
  for (const [page, list] of [
    ['/All-blogs', '/api/allBlogs'],
    ['/All-blogs?filter=Travel', '/api/allBlogs?filter=Travel'],
    ['/All-blogs?search=lighthose', '/api/allBlogs?search=lighthose'],
    ['/Featured-Blogs', '/api/featuredBlogs'],
  ] as const) {
    const html = await (await fetchOnce(site.url + page)).text();
    const blogs = await listOf(list);
    expect(blogs.length).toBeGreaterThan(0);
    for (const { title } of blogs) expect(html).toContain(`>${written(title)}<`);
  }
});

test.for([
  '/',
  '/All-blogs',
  '/Featured-Blogs',
  '/archive',
  '/contact',
  '/Account/signin',
  '/Account/signup',
])(
  '%s hydrates without errors, requests no data again, and loads nothing from other sites',
  async (path) => {
    const { page } = await site.visit();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await open(page, path);
    await page.waitForLoadState('networkidle');
    expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);
    expect(
      asked.filter((url) => !url.startsWith(`${site.url}/`) && !url.startsWith('data:')),
    ).toEqual([]);
  },
);

test('a page shows the same headings before and after hydration', { tags: 'slow' }, async () => {
  const { page } = await site.visit();
  const { page: still } = await site.visit({ javaScriptEnabled: false });
  await open(page, '/');
  await still.goto('/');
  const texts = (visited: typeof page) =>
    visited.getByRole('main').getByRole('heading').allTextContents();
  await eventually(() => texts(page)).toEqual(await texts(still));
});

test('every page has a strict content security policy, nosniff and no cookie', async () => {
  const { headers } = await fetchOnce(site.url);
  expect(headers.get('content-security-policy')).toMatch(/script-src [^;]*'self'/);
  expect(headers.get('content-security-policy')).not.toMatch(
    /script-src [^;]*'unsafe-(inline|eval)'/,
  );
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('set-cookie')).toBeNull();
});
