import { expect } from 'vitest';
import { listen } from '../../src/app/testing.ts';
import { givenBlogs } from '../../src/blog/server/testing.ts';
import { allTexts } from '../../src/blog/server/texts.ts';
import { testOnEachEngine } from '../../src/storage/testing.ts';

const siteUrl = 'https://blog.example.org';
const behindProxy = { SITE_URL: siteUrl, TRUSTED_PROXIES: 'loopback' };

async function readText(url: string): Promise<{ type: string | null; text: string }> {
  const reply = await fetch(url, { headers: { 'x-forwarded-host': new URL(siteUrl).host } });
  expect(reply.status).toBe(200);
  return { type: reply.headers.get('content-type'), text: await reply.text() };
}

const valuesOf = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map((match) => match[1]);

testOnEachEngine('the feed has the thirty newest blogs, newest first', async ({ storage }) => {
  await givenBlogs(
    storage,
    Array.from({ length: 32 }, () => ({})),
  );
  const { url } = await listen(storage, behindProxy);
  const { type, text } = await readText(`${url}/atom.xml`);
  expect(type).toBe('application/xml; charset=utf-8');
  const titles = valuesOf(text, 'title');
  expect(titles).toHaveLength(31);
  expect(titles.slice(0, 3)).toEqual(['The Content Hub', 'Blog 32', 'Blog 31']);
  expect(text).toContain(
    `<link rel="self" type="application/atom+xml" href="${siteUrl}/atom.xml"/>`,
  );
  expect(text).toMatch(new RegExp(`href="${siteUrl}/blog/[0-9a-f-]{36}"`));
  expect(valuesOf(text, 'published')[0]).toBe('2026-01-01T00:31:00.000Z');
});

testOnEachEngine(
  'a reader that goes by the date alone gets each change of a second',
  async ({ storage }) => {
    const { url } = await listen(storage);
    let since = new Date(0).toUTCString();
    for (const title of ['One', 'Two', 'Three']) {
      await givenBlogs(storage, [{ title }]);
      const reply = await fetch(`${url}/feed.xml`, { headers: { 'if-modified-since': since } });
      expect(reply.status).toBe(200);
      expect(valuesOf(await reply.text(), 'title')).toContain(title);
      since = reply.headers.get('last-modified') ?? '';
    }
    const again = await fetch(`${url}/feed.xml`, { headers: { 'if-modified-since': since } });
    expect(again.status).toBe(304);
  },
);

testOnEachEngine(
  'an author’s page links to the author’s feed beside the site’s',
  async ({ storage }) => {
    const author = { name: 'Ada "A" Lovelace', photo: null, bio: null };
    await givenBlogs(storage, [{ author }, {}]);
    const { url } = await listen(storage, behindProxy);
    const { text } = await readText(`${url}/atom.xml`);
    const [, id = ''] = /author\/([\da-f-]{36})/.exec(text) ?? [];
    const page = await readText(`${url}/author/${id}`);
    expect(page.text).toContain(
      `title="Ada &quot;A&quot; Lovelace" href="/author/${id}/feed.xml">`,
    );
    expect(page.text).toContain('href="/feed.xml">');
  },
);

testOnEachEngine(
  'special characters in a blog break neither the feed nor the site map',
  async ({ storage }) => {
    await givenBlogs(storage, [
      { title: '</title><script>&"', shortDescription: 'A < B & "C"', author: null },
    ]);
    const { url } = await listen(storage, behindProxy);
    const { text } = await readText(`${url}/atom.xml`);
    expect(text).toContain('<title>&lt;/title&gt;&lt;script&gt;&amp;&quot;</title>');
    expect(text).toContain('<summary>A &lt; B &amp; &quot;C&quot;</summary>');
    expect(text).toContain('<name>Unknown Author</name>');
  },
);

testOnEachEngine('the site map has the public pages and every blog', async ({ storage }) => {
  await givenBlogs(storage, [{}, {}]);
  const { url } = await listen(storage, behindProxy);
  const { type, text } = await readText(`${url}/sitemap.xml`);
  expect(type).toBe('application/xml; charset=utf-8');
  const addresses = valuesOf(text, 'loc');
  expect(addresses.slice(0, 4)).toEqual([
    `${siteUrl}/`,
    `${siteUrl}/All-blogs`,
    `${siteUrl}/Featured-Blogs`,
    `${siteUrl}/contact`,
  ]);
  for (const path of ['/tags', '/archive', '/archive/2026', '/archive/2026/01']) {
    expect(addresses).toContain(siteUrl + path);
  }
  expect(addresses).toHaveLength(10);
  expect(valuesOf(text, 'lastmod')).toHaveLength(2);
});

testOnEachEngine('the feed and the site map link to each author once', async ({ storage }) => {
  await givenBlogs(storage, [{}, { author: { name: 'Ada', photo: null, bio: null } }]);
  await storage.write(({ db }) =>
    allTexts(db)
      .updateTable('blogs')
      .set((eb) => ({ author_id: eb.selectFrom('people').select('id').limit(1) }))
      .execute(),
  );
  const { url } = await listen(storage, behindProxy);
  const [uri, ...others] = new Set(valuesOf((await readText(`${url}/atom.xml`)).text, 'uri'));
  expect(uri).toMatch(new RegExp(`^${siteUrl}/author/[0-9a-f-]{36}$`));
  expect(others).toEqual([]);
  const addresses = valuesOf((await readText(`${url}/sitemap.xml`)).text, 'loc');
  expect(addresses.filter((address) => address === uri)).toHaveLength(1);
});

testOnEachEngine('a new blog is in the feed and the site map at once', async ({ storage }) => {
  await givenBlogs(storage, [{ title: 'The first' }]);
  const { url } = await listen(storage);
  expect((await readText(`${url}/feed.xml`)).text).not.toContain('The second');
  expect(valuesOf((await readText(`${url}/sitemap.xml`)).text, 'lastmod')).toHaveLength(1);
  await givenBlogs(storage, [{ title: 'The second' }]);
  await expect.poll(async () => (await readText(`${url}/feed.xml`)).text).toContain('The second');
  await expect
    .poll(async () => valuesOf((await readText(`${url}/sitemap.xml`)).text, 'lastmod').length)
    .toBe(2);
});

testOnEachEngine(
  'robots.txt names the site map and the paths to leave out',
  async ({ storage }) => {
    const { url } = await listen(storage, behindProxy);
    const { type, text } = await readText(`${url}/robots.txt`);
    expect(type).toBe('text/plain; charset=utf-8');
    expect(text).toContain(`Sitemap: ${siteUrl}/sitemap.xml\n`);
    expect(text).toContain('Allow: /Account/signin\n');
    expect(text).toContain('Disallow: /Account\n');
    expect(text).not.toMatch(/^Disallow: \/(blog.*|)$/m);
  },
);

testOnEachEngine('security.txt names where to report a vulnerability', async ({ storage }) => {
  const { url } = await listen(storage, behindProxy);
  const { type, text } = await readText(`${url}/.well-known/security.txt`);
  expect(type).toBe('text/plain; charset=utf-8');
  const fields = new Map(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/, 2) as [string, string]),
  );
  const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(170);
  expect(days).toBeLessThan(365);
  expect(Object.fromEntries(fields)).toEqual({
    Contact: `${siteUrl}/contact`,
    Expires: expect.any(String),
    'Preferred-Languages': 'en',
    Canonical: `${siteUrl}/.well-known/security.txt`,
  });
});

testOnEachEngine('SECURITY_CONTACT sets the contact of security.txt', async ({ storage }) => {
  const { url } = await listen(storage, { SECURITY_CONTACT: 'mailto:security@example.org' });
  const { text } = await readText(`${url}/.well-known/security.txt`);
  expect(text).toMatch(/^Contact: mailto:security@example\.org$/m);
});
