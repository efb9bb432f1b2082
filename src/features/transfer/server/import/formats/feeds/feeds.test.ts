import { expect, test } from 'vitest';
import { fileOf, readExport } from '../testing-exports.ts';

test('feeds: RSS, Atom and JSON are read, with addresses relative to the site', async () => {
  const rss =
    '<rss version="2.0"><channel><title>F</title><link>https://f.example/</link><item><title>One &amp; all</title><link>/p/one</link><pubDate>Thu, 02 Jan 2020 03:04:05 GMT</pubDate><author>a@f.example (Al)</author><description>&lt;p&gt;&lt;a href="/x"&gt;See&lt;/a&gt;&lt;/p&gt;</description></item></channel></rss>';
  const atom =
    '<feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="https://f.example/feed"/><link href="https://f.example/"/><entry><title>Two</title><id>urn:2</id><link href="p/two"/><updated>2020-01-02T03:04:05Z</updated><author><name>Bo</name></author><content type="xhtml"><div>a <b>b</b> c</div></content></entry></feed>';
  const json = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    home_page_url: 'https://f.example/',
    items: [
      {
        id: '3',
        url: 'https://f.example/p/three',
        title: 'Three',
        content_text: 'a\n\nb',
        date_published: '2020-01-02T03:04:05Z',
        tags: ['t'],
      },
    ],
  });
  for (const [name, content, expected] of [
    [
      'a.rss',
      rss,
      {
        title: 'One & all',
        authors: [{ name: 'Al', email: 'a@f.example' }],
        addresses: ['/p/one'],
        markdown: '[See](https://f.example/x)',
      },
    ],
    [
      'b.atom',
      atom,
      { title: 'Two', authors: [{ name: 'Bo' }], addresses: ['/p/two'], markdown: 'a **b** c' },
    ],
    ['c.json', json, { title: 'Three', tags: ['t'], addresses: ['/p/three'], markdown: 'a\n\nb' }],
  ] as const) {
    expect((await readExport(fileOf(name, content))).texts, name).toMatchObject([
      { ...expected, createdAt: Date.UTC(2020, 0, 2, 3, 4, 5) },
    ]);
  }
});

test('feeds: an entry without an author is by the author of its feed', async () => {
  const rss = (author: string) =>
    `<rss version="2.0" xmlns:itunes="x"><channel><title>F</title>${author}<item><title>One</title><description>a</description></item><item><title>Two</title><description>b</description><author>b@f.example (Bo)</author></item></channel></rss>`;
  const atom =
    '<feed xmlns="http://www.w3.org/2005/Atom"><author><name>Al</name></author><entry><title>One</title><id>1</id><content>a</content></entry><entry><title>Two</title><id>2</id><author><name>Bo</name></author><content>b</content></entry></feed>';
  const items = [
    { id: '1', title: 'One', content_text: 'a' },
    { id: '2', title: 'Two', content_text: 'b', authors: [{ name: 'Bo' }] },
  ];
  const json = (authors: object) =>
    JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', ...authors, items });
  for (const [name, content] of [
    ['a.rss', rss('<itunes:author>Al</itunes:author>')],
    ['b.rss', rss('<dc:creator>Al</dc:creator>')],
    ['c.atom', atom],
    ['d.json', json({ authors: [{ name: 'Al' }] })],
    ['e.json', json({ author: { name: 'Al' } })],
  ] as const) {
    const { texts } = await readExport(fileOf(name, content));
    expect(
      texts.map(({ title, authors }) => `${title} ${authors[0]?.name}`),
      name,
    ).toEqual(['One Al', 'Two Bo']);
  }
});
