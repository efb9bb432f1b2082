import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openForeignExport } from './open-foreign-export.ts';
import { fileOf, folderOf, readExport, zipOf } from './testing-exports.ts';

const ghost = (posts: readonly object[], more: object = {}, version = '5.80.1') =>
  JSON.stringify({ db: [{ meta: { exported_on: 1, version }, data: { posts, ...more } }] });
const post = {
  id: 'a1',
  title: 'Tide',
  slug: 'tide',
  status: 'published',
  visibility: 'public',
  published_at: '2021-03-04T05:06:07.000Z',
  html: '<p>Salt.</p>',
};

test('Ghost: posts with their authors, tags, covers and readers', async () => {
  const more = {
    users: [{ id: 'u1', name: '', slug: 'mo', email: 'mo@sea.example', bio: 'Sails.' }],
    posts_authors: [{ post_id: 'a1', author_id: 'u1', sort_order: 0 }],
    tags: [
      { id: 't1', name: 'Sea' },
      { id: 't2', name: '#hidden', visibility: 'internal' },
    ],
    posts_tags: [
      { post_id: 'a1', tag_id: 't2', sort_order: 1 },
      { post_id: 'a1', tag_id: 't1', sort_order: 0 },
    ],
    posts_meta: [{ post_id: 'a1', feature_image_alt: 'A boat' }],
    members: [
      { id: 'm1', email: 'in@sea.example', name: 'In' },
      { id: 'm2', email: 'out@sea.example' },
    ],
    members_newsletters: [{ member_id: 'm1', newsletter_id: 'n' }],
  };
  const first = {
    ...post,
    feature_image: '__GHOST_URL__/content/images/boat.png',
    custom_excerpt: 'Wet',
  };
  const { system, texts, subscribers, skips } = await readExport(
    fileOf('g.json', ghost([first, { ...post, id: 'p', type: 'page' }], more)),
  );
  expect(system).toBe('Ghost 5');
  expect(texts).toMatchObject([
    {
      key: 'ghost:a1',
      title: 'Tide',
      markdown: 'Salt.',
      summary: 'Wet',
      cover: { address: '/content/images/boat.png', alternativeText: 'A boat' },
      createdAt: Date.UTC(2021, 2, 4, 5, 6, 7),
      authors: [{ name: 'mo', email: 'mo@sea.example', bio: 'Sails.' }],
      tags: ['Sea'],
      addresses: ['/tide/'],
    },
  ]);
  expect(subscribers.map(({ email, isSubscribed }) => [email, isSubscribed])).toEqual([
    ['in@sea.example', true],
    ['out@sea.example', false],
  ]);
  expect(skips).toMatchObject([{ isIntended: true }]);
});

test('Ghost: who may read a post is never more people than there', async () => {
  const kinds = ['public', 'members', 'paid', 'tiers', 'label:x', 'new'].map(
    (visibility, index) => ({ ...post, id: String(index), visibility }),
  );
  const states = ['draft', 'scheduled', 'sent'].map((status) => ({ ...post, id: status, status }));
  const { texts } = await readExport(fileOf('g.json', ghost([...kinds, ...states])));
  expect(texts.map(({ audience, state }) => `${audience} ${state}`)).toEqual([
    'everybody published',
    'signed-in published',
    'paying published',
    'paying published',
    'paying published',
    'paying published',
    'everybody draft',
    'everybody scheduled',
    'everybody draft',
  ]);
});

test('Ghost: both of its editors, and an old version without a list of databases', async () => {
  const text = (words: string, format = 0) => ({ type: 'extended-text', text: words, format });
  const lexical = {
    root: {
      children: [
        { type: 'extended-heading', tag: 'h2', children: [text('Knots')] },
        {
          type: 'paragraph',
          children: [
            text('a '),
            text('b', 1),
            { type: 'link', url: 'https://c.example/', children: [text('c')] },
          ],
        },
        {
          type: 'list',
          listType: 'bullet',
          children: [{ type: 'listitem', children: [text('d')] }],
        },
        { type: 'codeblock', language: 'js', code: 'a < b' },
        { type: 'image', src: 'https://a.example/i.png', alt: 'I', caption: 'Cap' },
        { type: 'embed', url: 'https://vimeo.com/7', html: '<iframe></iframe>' },
        { type: 'markdown', markdown: '*raw* [x](y)' },
        { type: 'sails', children: undefined },
      ],
    },
  };
  const mobiledoc = {
    markups: [['strong'], ['a', ['href', 'https://c.example/']]],
    atoms: [['soft-return', '', {}]],
    cards: [['hr', {}]],
    sections: [
      [
        1,
        'p',
        [
          [0, [0], 1, 'bold'],
          [1, [], 0, 0],
          [0, [1], 1, 'c'],
        ],
      ],
      [10, 0],
      [3, 'ul', [[[0, [], 0, 'd']]]],
    ],
  };
  const posts = [
    { ...post, html: null, lexical: JSON.stringify(lexical) },
    {
      ...post,
      id: 2,
      uuid: 'u-2',
      html: null,
      published_at: 1_600_000_000_000,
      mobiledoc: JSON.stringify(mobiledoc),
    },
    { ...post, id: 3, html: null, lexical: '{"broken' },
  ];
  const old = JSON.stringify({ meta: { exported_on: 1, version: '003' }, data: { posts } });
  const { texts, skips } = await readExport(fileOf('g.json', old));
  expect(texts.map(({ markdown }) => markdown)).toEqual([
    '## Knots\n\na **b**[c](https://c.example/)\n\n- d\n\n```js\na < b\n```\n\n![I](https://a.example/i.png "Cap")\n\nhttps://vimeo.com/7\n\n*raw* [x](y)',
    '**bold**\\\n[c](https://c.example/)\n\n---\n\n- d',
  ]);
  expect(texts[0]?.notes).toEqual([
    'A part of the kind "sails" is not known here and was left out.',
  ]);
  expect(texts[1]).toMatchObject({ key: 'ghost:u-2', createdAt: 1_600_000_000_000 });
  expect(skips).toMatchObject([{ name: 'Tide', isIntended: false }]);
});

test('Ghost: pictures lie in the archive, by the address that a text has for them', async () => {
  const zip = await zipOf({
    'x/ghost.json': ghost([
      { ...post, html: '<img src="__GHOST_URL__/content/images/2021/b.png">' },
    ]),
    'x/content/images/2021/b.png': 'png',
  });
  const opened = await openForeignExport(fileOf('g.zip', zip));
  const picture = await opened?.readFile('/content/images/2021/b.png', 10);
  expect(Buffer.from(picture ?? new Uint8Array()).toString()).toBe('png');
  expect(await opened?.readFile('/content/images/2021/b.png', 2)).toBeUndefined();
  expect(await opened?.readFile('../../etc/passwd', 10)).toBeUndefined();
  await opened?.close();
});

test('Medium: a page for each text, without what only repeats', async () => {
  const page = (
    body: string,
    foot: string,
  ) => `<html><head><title>x</title></head><body><article class="h-entry"><header><h1 class="p-name">Moss</h1></header>
    <section data-field="subtitle" class="p-summary">Green</section><section data-field="body" class="e-content"><section class="section section--body section--first"><div class="section-divider"><hr></div>
    <h3 class="graf graf--h3 graf--title">Moss</h3>${body}</section></section><footer>${foot}</footer></article></body></html>`;
  const foot =
    '<p class="p-tags"><a class="p-tag">Woods</a></p><a class="p-author">Mo</a><time class="dt-published" datetime="2020-02-03T04:05:06.000Z"></time><a href="https://medium.com/@mo/moss-abcdef123456" class="p-canonical">c</a>';
  const { system, texts } = await readExport(
    folderOf({
      'posts/a.html': page(
        '<p>Soft.</p><pre data-code-block-lang="sh">ls<br>cd</pre><figure><iframe src="https://www.youtube.com/embed/abc?feature=oembed"></iframe></figure>',
        foot,
      ),
      'posts/draft_b.html': page('<p>Later.</p>', ''),
      'profile/profile.html':
        '<h3 class="p-name">Mo</h3><ul><li>Email address: mo@woods.example</li></ul>',
    }),
  );
  expect(system).toBe('Medium');
  expect(texts).toMatchObject([
    {
      key: 'medium:abcdef123456',
      title: 'Moss',
      summary: 'Green',
      tags: ['Woods'],
      state: 'published',
      authors: [{ name: 'Mo', email: 'mo@woods.example' }],
      markdown: 'Soft.\n\n```sh\nls\ncd\n```\n\nhttps://www.youtube.com/watch?v=abc',
      addresses: ['/@mo/moss-abcdef123456', '/p/abcdef123456'],
    },
    { state: 'draft', markdown: 'Later.' },
  ]);
});

test('Substack: the table, the pages and the subscribers', async () => {
  const zip = await zipOf({
    'posts.csv':
      'post_id,post_date,is_published,type,audience,title,subtitle,podcast_url\n1.ore,2020-01-02T00:00:00.000Z,true,newsletter,only_paid,"Ore, raw",Deep,\n2.tin,,false,newsletter,everyone,Tin,,\n3.us,2020-01-02T00:00:00.000Z,true,page,everyone,Us,,\n4.gone,2020-01-02T00:00:00.000Z,true,newsletter,everyone,Gone,,\n',
    'posts/1.ore.html':
      '<p>Dig<a class="footnote-anchor" href="#footnote-1">1</a>.</p><div class="subscription-widget-wrap">Subscribe!</div><div class="footnote"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number">1</a><div class="footnote-content"><p>Deep.</p></div></div>',
    'posts/2.tin.html': '<p>Later.</p>',
    'email_list.csv':
      'email,active_subscription,email_disabled,created_at\na@b.example,true,false,2020-01-02T00:00:00.000Z\nc@b.example,false,true,\n',
  });
  const { system, texts, subscribers, skips } = await readExport(fileOf('s.zip', zip));
  expect(system).toBe('Substack');
  expect(texts).toMatchObject([
    {
      title: 'Ore, raw',
      summary: 'Deep',
      audience: 'paying',
      state: 'published',
      addresses: ['/p/ore'],
      markdown: 'Dig[^1].\n\n[^1]: Deep.',
    },
    { title: 'Tin', state: 'draft' },
  ]);
  expect(subscribers.map(({ email, isSubscribed }) => [email, isSubscribed])).toEqual([
    ['a@b.example', true],
    ['c@b.example', false],
  ]);
  expect(skips.map(({ name, isIntended }) => [name, isIntended])).toEqual([
    ['Us', true],
    ['Gone', false],
  ]);
});

test('lists of subscribers as Excel writes them, those who left first', async () => {
  const { subscribers, skips } = await readExport(
    folderOf({
      'subscribed.csv':
        '\uFEFF"Email Address";"First Name";"NOTES";"CONFIRM_TIME"\r\n"A@x.example";"Al";"two\r\nlines; ""so""";"2020-01-02 03:04:05"\r\nnobody;;;\r\n',
      'unsubscribed.csv': 'Email Address,First Name\nb@x.example,Bo\n',
    }),
  );
  expect(subscribers).toMatchObject([
    { email: 'b@x.example', isSubscribed: false },
    {
      email: 'a@x.example',
      name: 'Al',
      isSubscribed: true,
      consentedAt: Date.UTC(2020, 0, 2, 3, 4, 5),
    },
  ]);
  expect(skips).toMatchObject([{ name: 'subscribed.csv (1)' }]);
});

test('Beehiiv: its table of posts', async () => {
  const csv =
    'id,web_title,status,audience,content_tags,url,content_html,created_at\n1,Bees,confirmed,premium,Hive; Wax,https://b.example/p/bees,"<p>Buzz</p>",2023-01-18 21:25:27\n';
  const { texts } = await readExport(fileOf('b.csv', csv));
  expect(texts).toMatchObject([
    {
      title: 'Bees',
      audience: 'paying',
      tags: ['Hive', 'Wax'],
      addresses: ['/p/bees'],
      markdown: 'Buzz',
      state: 'published',
    },
  ]);
});

test('Hugo: its three kinds of front matter, shortcodes, bundles and addresses', async () => {
  const { system, texts, skips } = await readExport(
    folderOf({
      'hugo.toml': 'baseURL = "https://h.example/blog/"\n[permalinks]\nnews = "/:year/:slug/"\n',
      'content/posts/oak/index.md':
        '+++\ntitle = "Oak"\ndate = 2020-01-02T03:04:05Z\ntags = ["tree"]\naliases = ["/old/oak/"]\n+++\n\n![Leaf](leaf.png)\n\n{{< youtube abc_123 >}}\n\n{{< figure src="/img/x.png" alt="X" caption="Cap" >}}\n\n{{< note >}}Mind **it**.{{< /note >}}\n\n[ash]({{< ref "news/ash.md" >}}) `{{< kept >}}`\n',
      'content/posts/oak/leaf.png': 'png',
      'content/news/ash.md':
        '{\n  "title": "Ash",\n  "date": "2021-02-03",\n  "draft": true\n}\n\n{{< highlight go >}}\nx := 1\n{{< /highlight >}}\n',
      'content/posts/_index.md': '---\ntitle: All\n---\n',
      'README.md': 'not a text',
    }),
  );
  expect(system).toBe('Hugo');
  expect(texts).toMatchObject([
    {
      title: 'Ash',
      state: 'draft',
      addresses: ['/blog/2021/ash/'],
      markdown: '```go\nx := 1\n```',
    },
    {
      title: 'Oak',
      tags: ['tree'],
      createdAt: Date.UTC(2020, 0, 2, 3, 4, 5),
      addresses: ['/blog/posts/oak/', '/blog/old/oak/'],
      markdown: expect.stringContaining('![Leaf](content/posts/oak/leaf.png)'),
      notes: ['{note} is not known here: only what it enclosed was kept.'],
    },
  ]);
  const oak = texts[1]?.markdown ?? '';
  expect(oak).toContain('\n\nhttps://www.youtube.com/watch?v=abc_123\n');
  expect(oak).toContain('![X](/img/x.png "Cap")');
  expect(oak).toContain('Mind **it**.');
  expect(oak).toContain('[ash](/blog/2021/ash/) `{{< kept >}}`');
  expect(skips).toMatchObject([{ isIntended: true }]);
});

test('Jekyll: its tags, drafts, and addresses', async () => {
  const { system, texts } = await readExport(
    folderOf({
      '_config.yml': 'permalink: pretty\nbaseurl: /b\n',
      '_posts/2020-01-02-elm.md':
        '---\ntitle: Elm\ncategories: [trees]\nredirect_from: /elm.html\n---\n\n{% highlight ruby linenos %}\nputs 1\n{% endhighlight %}\n\n[fir]({% post_url 2021-02-03-fir %}) {% include youtube.html id="abc" %}\n\n![x]({{ site.baseurl }}/img/x.png){: .wide}\n',
      '_posts/2021-02-03-fir.md': '---\ntitle: Fir\n---\n\nNeedles.\n',
      '_drafts/yew.md': '---\ntitle: Yew\n---\n\nLater.\n',
      'about.md': '---\ntitle: About\n---\n\nx\n',
    }),
  );
  expect(system).toBe('Jekyll');
  expect(texts.map(({ title, state, addresses }) => [title, state, addresses[0]])).toEqual([
    ['Yew', 'draft', expect.any(String)],
    ['Elm', 'published', '/b/trees/2020/01/02/elm/'],
    ['Fir', 'published', '/b/2021/02/03/fir/'],
  ]);
  expect(texts[1]?.addresses[1]).toBe('/b/elm.html');
  expect(texts[1]?.markdown).toBe(
    '```ruby\nputs 1\n```\n\n[fir](/b/2021/02/03/fir/) \n\nhttps://www.youtube.com/watch?v=abc\n\n![x](/img/x.png)',
  );
});

test('what this site wrote stays to the letter', async () => {
  const file =
    '---\ntitle: "Own"\ndate: "2020-01-02T03:04:05.000Z"\nauthor: "Mo"\ncategory: "Technology"\nimage: "/images/a.webp"\ndescription: "Short"\nformat: the-content-hub/1\n---\n\n# Own\n\n<b>kept</b> {{< x >}}\n';
  const { system, texts } = await readExport(folderOf({ 'own.md': file }));
  expect(system).toBe('The Content Hub');
  expect(texts).toMatchObject([
    {
      title: 'Own',
      markdown: '# Own\n\n<b>kept</b> {{< x >}}',
      categories: ['Technology'],
      summary: 'Short',
      authors: [{ name: 'Mo' }],
    },
  ]);
});

test('feeds: RSS, Atom and JSON, with addresses that start from the site', async () => {
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

test('archives: what leads out, what is locked, and bombs', async () => {
  const good = '---\ntitle: A\ndate: 2020-01-02\n---\n\nWords.\n';
  const honest = await zipOf({
    'a.md': good,
    '--/up.md': good,
    '-abs.md': good,
    'locked.md': good,
    'bomb.md': '0'.repeat(30_000_000),
  });
  // No program that writes archives takes such names.
  const names = honest
    .toString('latin1')
    .replaceAll('--/up.md', '../up.md')
    .replaceAll('-abs.md', '/abs.md');
  const zip = Buffer.from(names, 'latin1');
  // The mark of encryption, in the archive's directory.
  zip.writeUInt16LE(
    zip.readUInt16LE(zip.lastIndexOf('locked.md') - 38) | 1,
    zip.lastIndexOf('locked.md') - 38,
  );
  const { texts, skips } = await readExport(fileOf('z.zip', zip));
  expect(texts.map(({ name }) => name)).toEqual(['a.md']);
  expect(skips.map(({ name, reason }) => `${name}: ${reason}`)).toEqual([
    '../up.md: its name leads out of the archive',
    '/abs.md: its name leads out of the archive',
    'locked.md: it is encrypted',
    'bomb.md: it would become more than two hundred times as large as it is here',
  ]);
});

test('an archive that lies about a size gives no more than it says', async () => {
  const zip = await zipOf({
    'a.md': `---\ntitle: A\ndate: 2020-01-02\n---\n\n${'x'.repeat(1_000)}`,
  });
  zip.writeUInt32LE(20, zip.lastIndexOf('a.md') - 46 + 24);
  const { texts, skips } = await readExport(fileOf('z.zip', zip));
  expect([texts.length, skips.length]).toEqual([0, 1]);
});

test('more files than an export has are refused', { tags: 'slow' }, async () => {
  const names = Array.from({ length: 50_001 }, (_, index) => [`${index}.md`, ''] as const);
  const target = fileOf('z.zip', await zipOf(Object.fromEntries(names)));
  await expect(openForeignExport(target)).rejects.toThrow(/more than 50,000 files/);
});

test('links of a folder are not followed', async () => {
  const folder = folderOf({ 'a.md': '---\ntitle: A\ndate: 2020-01-02\n---\n\nWords.\n' });
  symlinkSync('/etc', path.join(folder, 'etc'));
  symlinkSync('/etc/passwd', path.join(folder, 'b.md'));
  const { texts, skips } = await readExport(folder);
  expect([texts.length, skips.map(({ reason }) => reason)]).toEqual([
    1,
    ['it is a link', 'it is a link'],
  ]);
});

test('what is no export is not recognised', async () => {
  expect(await openForeignExport(fileOf('a.txt', 'Just words.'))).toBeUndefined();
  expect(await openForeignExport(fileOf('a.json', '{"a": 1}'))).toBeUndefined();
  await expect(openForeignExport('/nowhere/at/all')).rejects.toThrow('/nowhere/at/all');
});

test('a text that takes too long is left out, and the next is read', { tags: 'slow' }, async () => {
  const evil = {
    ...post,
    id: 'evil',
    html: null,
    mobiledoc: null,
    lexical: null,
    markdown: `${'['.repeat(60_000)}\n${'*a_'.repeat(60_000)}`,
  };
  const { texts, skips } = await readExport(fileOf('g.json', ghost([evil, post])));
  expect(texts.at(-1)?.key).toBe('ghost:a1');
  expect(texts.length + skips.length).toBe(2);
});
