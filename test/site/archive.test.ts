import { expect } from 'vitest';
import { listen } from '../../src/app/testing.ts';
import { backToDraft } from '../../src/blog/life.ts';
import { givenBlogs } from '../../src/blog/server/testing.ts';
import { changeBlog } from '../../src/blog/server/text-life.ts';
import { allTexts } from '../../src/blog/server/texts.ts';
import { testOnEachEngine } from '../../src/storage/testing.ts';

const siteUrl = 'https://blog.example.org';
const behindProxy = { SITE_URL: siteUrl, TRUSTED_PROXIES: 'loopback' };
const may = Date.UTC(2024, 4, 31, 23, 59);

async function get(url: string, headers: Record<string, string> = {}) {
  const reply = await fetch(url, {
    headers: { 'x-forwarded-host': new URL(siteUrl).host, ...headers },
  });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
}

/** The JSON-LD of a page, each item with its type. */
const structured = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].map(
    ([, json = '']) =>
      JSON.parse(json) as { '@type': string; itemListElement?: readonly { name: string }[] },
  );

testOnEachEngine(
  'the archive of a month is public, cached as lists are, and updated by publishing and taking back',
  async (test) => {
    const { storage } = test;
    await givenBlogs(storage, [
      { title: 'In May', createdAt: may },
      { title: 'In June', createdAt: may + 60_000 },
    ]);
    const { url } = await listen(storage, behindProxy);
    const month = `${url}/archive/2024/05`;
    const page = await get(month);
    expect(page.status).toBe(200);
    expect(page.text).toContain('<title>Archive: May 2024 | The Content Hub</title>');
    expect(page.text).toContain(`<link rel="canonical" href="${siteUrl}/archive/2024/05">`);
    expect(page.text).toMatch(
      /<meta name="description" content="[^"]*in May 2024, newest first\.">/,
    );
    const [main = ''] = /<main.*<\/main>/s.exec(page.text) ?? [];
    expect(main).toContain('In May');
    expect(main).not.toContain('In June');
    const crumbs = structured(page.text).find((data) => data['@type'] === 'BreadcrumbList');
    expect(crumbs?.itemListElement?.map(({ name }) => name)).toEqual([
      'Home',
      'Archive',
      '2024',
      'May 2024',
    ]);
    const etag = page.headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    expect((await get(month, { 'if-none-match': etag })).status).toBe(304);

    await givenBlogs(storage, [{ title: 'Another in May', createdAt: may - 60_000 }]);
    await expect.poll(async () => (await get(month)).text).toContain('Another in May');
    expect((await get(month, { 'if-none-match': etag })).status).toBe(200);
    const archive = await get(`${url}/archive`);
    expect(archive.text).toMatch(/href="\/archive\/2024\/05"[^>]*><span>May<\/span>/);
    expect(archive.text.replaceAll('<!-- -->', '')).toContain('3 blogs');

    // A blog that its author takes back is no longer counted.
    const rows = await allTexts(storage.reader)
      .selectFrom('blogs')
      .select(['id', 'title'])
      .execute();
    const june = rows.find(({ title }) => title === 'In June');
    await storage.write((write) => changeBlog(write, june?.id ?? '', backToDraft));
    await expect.poll(async () => (await get(`${url}/archive/2024/06`)).status).toBe(404);
    expect((await get(`${url}/archive`)).text).not.toContain('/archive/2024/06');
  },
);

testOnEachEngine(
  'an archive address without blogs or with an invalid date answers 404',
  async ({ storage }) => {
    await givenBlogs(storage, [{ createdAt: may }]);
    const { url } = await listen(storage);
    const paths = ['2024/13', '2024/5', '2024/06', '2023', 'abc', '2024/abc', '24', '2024/05/31'];
    for (const path of paths) {
      const { status, text } = await get(`${url}/archive/${path}`);
      expect([path, status]).toEqual([path, 404]);
      expect(text).toContain('Page Not Found');
    }
    expect((await get(`${url}/archive/2024`)).status).toBe(200);
    expect((await fetch(`${url}/Archive/2024/05/`, { redirect: 'manual' })).status).toBe(308);
  },
);

testOnEachEngine('a site without blogs says that its archive is empty', async ({ storage }) => {
  const { url } = await listen(storage);
  const { status, text } = await get(`${url}/archive`);
  expect(status).toBe(200);
  expect(text).toContain('Once a blog is published, it is found here by its month.');
});
