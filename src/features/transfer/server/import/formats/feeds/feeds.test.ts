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

test('feeds: what is relative goes by xml:base, of the feed, the entry, its text and what is in it', async () => {
  const entry = (id: string, given: string) =>
    `<entry${given.startsWith(' ') ? given : `><id>${id}</id><title>${id}</title><updated>2020-01-02T03:04:05Z</updated>${given}`}</entry>`;
  const html = '&lt;p&gt;&lt;a href="rel"&gt;r&lt;/a&gt; &lt;img src="p.png" alt="P"&gt;&lt;/p&gt;';
  const atom = (attributes: string, entries: string) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"${attributes}><title xml:base="https://no.example/">F</title>${entries}</feed>`;
  const { texts } = await readExport(
    fileOf(
      'a.atom',
      atom(
        ' xml:base="https://f.example/a/"',
        [
          entry('1', `<link href="one/"/><content type="html">${html}</content>`),
          entry(
            '2',
            ` xml:base="b/"><id>2</id><title>2</title><link href="two/"/><link rel="enclosure" type="image/png" href="c.png"/><content type="html" xml:base="/c/">${html}</content>`,
          ),
          entry(
            '3',
            '<link xml:base="https://g.example/" href="three"/><content type="xhtml"><div><a href="x">x</a><p xml:base="d/"><a href="y">y</a></p></div></content>',
          ),
          entry('4', '<summary type="html" xml:base="s/">&lt;a href="x"&gt;x&lt;/a&gt;</summary>'),
        ].join(''),
      ),
    ),
  );
  expect(
    texts.map(({ addresses, markdown, cover }) => [addresses, markdown, cover?.address]),
  ).toEqual([
    [['/a/one/'], '[r](https://f.example/a/rel) ![P](https://f.example/a/p.png)', undefined],
    [
      ['/a/b/two/'],
      '[r](https://f.example/c/rel) ![P](https://f.example/c/p.png)',
      'https://f.example/a/b/c.png',
    ],
    [['/three'], '[x](https://f.example/a/x)\n\n[y](https://f.example/a/d/y)', undefined],
    [[], '[x](https://f.example/a/s/x)', undefined],
  ]);
  // The key that it had before is that of a link without a base.
  expect(texts[0]).toMatchObject({ key: 'feed:f.example/a/one:1', formerKeys: ['feed::1'] });
  expect(texts[3]).not.toHaveProperty('formerKeys');

  const rss =
    '<rss version="2.0"><channel xml:base="https://f.example/a/"><title>F</title><item><title>5</title><link>five</link><description xml:base="d/">&lt;a href="x"&gt;x&lt;/a&gt;</description></item></channel></rss>';
  expect((await readExport(fileOf('a.rss', rss))).texts).toMatchObject([
    { addresses: ['/a/five'], markdown: '[x](https://f.example/a/d/x)' },
  ]);
});

test('feeds: titles, tags and names that are plain text by their format lose nothing', async () => {
  const title = 'The <video> element &amp; <b>more</b>';
  const item = { id: '1', content_text: 'a', title, summary: title, tags: [title] };
  const json = { version: 'https://jsonfeed.org/version/1.1', items: [item] };
  expect((await readExport(fileOf('a.json', JSON.stringify(json)))).texts).toMatchObject([
    { title, summary: title, tags: [title] },
  ]);
  const escaped = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const atom = (type: string, given = escaped) =>
    `<entry><title${type}>${given}</title><category term="${escaped}"/><author><name>${escaped}</name></author><content>a</content></entry>`;
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom">${atom('')}${atom(' type="text"')}${atom(' type="html"')}${atom(' type="xhtml"', '<div>The &lt;video&gt; <b>one</b></div>')}</feed>`;
  const { texts } = await readExport(fileOf('b.atom', feed));
  expect(texts.map((one) => one.title)).toEqual([
    title,
    title,
    'The element & more',
    'The <video> one',
  ]);
  expect(texts[0]).toMatchObject({ tags: [title], authors: [{ name: title }] });
});

test('feeds: a title in RSS is HTML only where its tags are closed', async () => {
  const item = (title: string) =>
    `<item><title>${title}</title><category>${title}</category><description>a</description></item>`;
  const titles = [
    'The &lt;video&gt; element &amp;amp; more',
    'One &lt;em class="x"&gt;two&lt;/em&gt; &amp;lt;three&amp;gt;',
    'a &lt; b',
    'One&lt;br&gt;two',
  ];
  const rss = `<rss version="2.0"><channel><title>F</title>${titles.map(item).join('')}</channel></rss>`;
  const { texts } = await readExport(fileOf('a.rss', rss));
  const read = ['The <video> element & more', 'One two <three>', 'a < b', 'One two'];
  expect(texts.map(({ title }) => title)).toEqual(read);
  expect(texts.map(({ tags }) => tags[0])).toEqual(read);
});

test('feeds: an item dated in a zone by its name has its date', async () => {
  const rss =
    '<rss version="2.0"><channel><title>F</title><item><title>One</title><pubDate>Wed, 04 Jun 08 11:05:30 PDT</pubDate><description>a</description></item></channel></rss>';
  const { texts } = await readExport(fileOf('a.rss', rss));
  expect(texts[0]?.createdAt).toBe(Date.UTC(2008, 5, 4, 18, 5, 30));
});
