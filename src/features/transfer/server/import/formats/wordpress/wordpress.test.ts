import { expect, test } from 'vitest';
import { fileOf, readExport } from '../testing-exports.ts';

const wrap = (inner: string, head = '<?xml version="1.0" encoding="UTF-8"?>') => `${head}
<rss xmlns:content="x" xmlns:dc="x" xmlns:excerpt="x" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
<title>Kite club</title><link>https://kites.example</link><pubDate>Tue, 05 Mar 2024 10:00:00 +0000</pubDate>
<wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>https://kites.example</wp:base_blog_url>
<wp:author><wp:author_login>ada</wp:author_login><wp:author_email>ada@kites.example</wp:author_email><wp:author_display_name><![CDATA[Ada &amp; Co]]></wp:author_display_name></wp:author>
<wp:author><wp:author_login>bo@kites.example</wp:author_login><wp:author_display_name></wp:author_display_name></wp:author>
${inner}</channel></rss>`;

const item = (
  id: number,
  fields: string,
  text = 'Some words.',
) => `<item><wp:post_id>${id}</wp:post_id>
<wp:post_type>post</wp:post_type><title>Text ${id}</title><wp:post_date_gmt>2020-01-02 03:04:05</wp:post_date_gmt>
<content:encoded><![CDATA[${text}]]></content:encoded>${fields}</item>`;
const attachment = (
  id: number,
  parent: number,
) => `<item><wp:post_id>${id}</wp:post_id><wp:post_type>attachment</wp:post_type>
<title>a</title><wp:post_parent>${parent}</wp:post_parent><wp:attachment_url>https://kites.example/${id}.jpg</wp:attachment_url>
<excerpt:encoded><![CDATA[Kite ${id}]]></excerpt:encoded>
<wp:postmeta><wp:meta_key>_wp_attachment_image_alt</wp:meta_key><wp:meta_value>A kite ${id}</wp:meta_value></wp:postmeta></item>`;

async function markdownOf(text: string, fields = '', others = ''): Promise<string | undefined> {
  const { texts } = await readExport(fileOf('a.xml', wrap(item(1, fields, text) + others)));
  return texts[0]?.markdown;
}

test('an item becomes a text with all that the export says of it', async () => {
  const fields = `<link>https://kites.example/2020/01/wind/</link><guid>https://kites.example/?p=7&amp;x=1</guid>
    <dc:creator>ada</dc:creator><wp:status>publish</wp:status><excerpt:encoded><![CDATA[<p>Short &amp; sweet</p>]]></excerpt:encoded>
    <category domain="category" nicename="a"><![CDATA[Wind &amp; weather]]></category><category domain="post_tag" nicename="b">strings</category>
    <wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>9</wp:meta_value></wp:postmeta>`;
  const { system, texts, skips } = await readExport(
    fileOf('a.xml', wrap(item(7, fields) + attachment(9, 7))),
  );
  expect(system).toBe('WordPress');
  expect(texts).toEqual([
    {
      kind: 'text',
      key: 'wordpress:kites.example:7',
      name: 'Text 7',
      title: 'Text 7',
      markdown: 'Some words.',
      summary: 'Short & sweet',
      cover: { address: 'https://kites.example/9.jpg', alternativeText: 'A kite 9' },
      createdAt: Date.UTC(2020, 0, 2, 3, 4, 5),
      updatedAt: null,
      authors: [{ name: 'Ada & Co', email: 'ada@kites.example' }],
      categories: ['Wind & weather'],
      tags: ['strings'],
      state: 'published',
      audience: 'everybody',
      addresses: ['/2020/01/wind/', '/?p=7', '/?p=7&x=1'],
      comments: [],
      notes: [],
    },
  ]);
  expect(skips).toMatchObject([{ name: 'attachment (1)', isIntended: true }]);
});

test('what not everybody could read is told as such', async () => {
  const inner = [
    item(1, '<wp:status>draft</wp:status>'),
    item(2, '<wp:status>future</wp:status>'),
    item(3, '<wp:status>private</wp:status>'),
    item(4, '<wp:status>publish</wp:status><wp:post_password>kite</wp:post_password>'),
    item(5, '<wp:status>invented</wp:status>'),
    item(6, '<wp:status>trash</wp:status>'),
    item(7, '<dc:creator>bo@kites.example</dc:creator>').replace(
      /2020-01-02 03:04:05/,
      '0000-00-00 00:00:00',
    ),
    item(8, '<wp:post_date>2021-02-03 04:05:06</wp:post_date>').replace(
      /2020-01-02 03:04:05/,
      '0000-00-00 00:00:00',
    ),
    item(9, '').replace('>post<', '>page<'),
  ];
  const { texts, skips } = await readExport(fileOf('a.xml', wrap(inner.join(''))));
  expect(texts.map(({ name, state, audience }) => `${name} ${state} ${audience}`)).toEqual([
    'Text 1 draft everybody',
    'Text 2 scheduled everybody',
    'Text 3 private everybody',
    'Text 4 published password',
    'Text 5 draft everybody',
    'Text 7 draft everybody',
    'Text 8 published everybody',
  ]);
  expect(texts[5]).toMatchObject({
    authors: [{ name: 'bo' }],
    notes: ['It has no date: it is a draft.'],
  });
  expect(texts[6]?.createdAt).toBe(Date.UTC(2021, 1, 3, 4, 5, 6));
  expect(skips.map(({ name, isIntended }) => [name, isIntended])).toEqual([
    ['Text 6', true],
    ['Text 9', true],
  ]);
});

test('comments come in their order as replies; pings and spam are counted', async () => {
  const comment = (id: number, parent: number, approved: string, type = 'comment') => `<wp:comment>
    <wp:comment_id>${id}</wp:comment_id><wp:comment_parent>${parent}</wp:comment_parent><wp:comment_type>${type}</wp:comment_type>
    <wp:comment_author>Cy</wp:comment_author><wp:comment_date_gmt>2020-01-0${9 - id} 00:00:00</wp:comment_date_gmt>
    <wp:comment_approved>${approved}</wp:comment_approved><wp:comment_content><![CDATA[One\ntwo <b>${id}</b>]]></wp:comment_content></wp:comment>`;
  const all =
    comment(1, 2, '1') +
    comment(2, 3, '0') +
    comment(3, 0, 'spam') +
    comment(4, 0, '1', 'pingback');
  const { texts } = await readExport(fileOf('a.xml', wrap(item(1, all))));
  expect(
    texts[0]?.comments.map(({ key, parentKey, isApproved, text }) => [
      key,
      parentKey,
      isApproved,
      text,
    ]),
  ).toEqual([
    ['2', undefined, false, 'One\\\ntwo **2**'],
    ['1', '2', true, 'One\\\ntwo **1**'],
  ]);
  expect(texts[0]?.notes).toEqual([
    '1 pingbacks and trackbacks were left out.',
    '1 comments that were spam or in the trash were left out.',
  ]);
});

test.each([
  ['blank lines', 'One\ntwo\n\nthree <em>four</em>', 'One\\\ntwo\n\nthree *four*'],
  [
    'blocks',
    '<!-- wp:paragraph {"a":1} -->\n<p>One</p>\n<!-- /wp:paragraph -->\n<!--more-->\n<p>two</p>',
    'One\n\ntwo',
  ],
  [
    'a caption',
    '[caption id="a" width="3"]<a href="/k.jpg"><img src="/k.jpg" alt="Kite"></a> Up <b>high</b>[/caption]\n\nx',
    '![Kite](https://kites.example/k.jpg "Up high")\n\nx',
  ],
  [
    'a figure',
    '<figure><img src="https://a.example/b.png" alt="B"><figcaption>Words</figcaption></figure>',
    '![B](https://a.example/b.png "Words")',
  ],
  [
    'a picture that leads elsewhere',
    '<figure><a href="https://c.example/"><img src="https://a.example/b.png"></a></figure>',
    '[![](https://a.example/b.png)](https://c.example/)',
  ],
  [
    'code',
    '[code lang="js"]\nif (a < b) {\n\n  c[0] = "[x]";\n}\n[/code]',
    '```js\nif (a < b) {\n\n  c[0] = "[x]";\n}\n```',
  ],
  [
    'code with its language',
    '<pre class="brush: php; x"><code>a &lt; b</code></pre>',
    '```php\na < b\n```',
  ],
  [
    'a video by its address',
    'See\n\nhttps://www.youtube.com/watch?v=abc_def_ghi\n\nx',
    'See\n\nhttps://www.youtube.com/watch?v=abc_def_ghi\n\nx',
  ],
  [
    'a frame',
    '<iframe src="https://player.vimeo.com/video/12?h=3"></iframe>',
    'https://vimeo.com/12',
  ],
  [
    'an embed',
    '<figure class="wp-block-embed"><div>\nhttps://youtu.be/abcdefghijk\n</div></figure>',
    'https://youtu.be/abcdefghijk',
  ],
  [
    'a tweet',
    '<blockquote class="twitter-tweet"><p>Hi</p><a href="https://twitter.com/a/status/1">x</a></blockquote><script src="https://platform.twitter.com/a.js"></script>',
    'https://twitter.com/a/status/1',
  ],
  [
    'a shortcode of video',
    '[youtube id="abc"] and [embed]https://vimeo.com/5[/embed]',
    'https://www.youtube.com/watch?v=abc\n\nand\n\nhttps://vimeo.com/5',
  ],
  [
    'a table',
    '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>',
    '| a | b |\n| - | - |\n| 1 | 2 |',
  ],
  [
    'brackets that are no shortcode',
    'As he said [sic], [[gallery]] a[0]',
    'As he said \\[sic], \\[gallery] a\\[0]',
  ],
  ['an unknown shortcode', '[box color="red"]Mind the <b>gap</b>[/box]', 'Mind the **gap**'],
  ['a script', '<p>a</p><script>steal()</script><p onclick="b()">c</p>', 'a\n\nc'],
  ['what is broken', '<p>a <b>b', 'a **b**'],
])('%s', async (_, text, markdown) => {
  expect(await markdownOf(text)).toBe(markdown);
});

test('galleries show their pictures, by ids and by what was uploaded for the text', async () => {
  const others = attachment(8, 1) + attachment(9, 1);
  const picture = (id: number) => `![A kite ${id}](https://kites.example/${id}.jpg "Kite ${id}")`;
  expect(await markdownOf('[gallery ids="9,8"]', '', others)).toBe(
    `${picture(9)}\n\n${picture(8)}`,
  );
  expect(await markdownOf('[gallery columns=2]', '', others)).toBe(
    `${picture(8)}\n\n${picture(9)}`,
  );
  expect(
    await markdownOf(
      '<!-- wp:gallery --><ul class="blocks-gallery-grid"><li><figure><img src="https://a.example/1.png"></figure></li><li><figure><img src="https://a.example/2.png"></figure></li></ul>',
    ),
  ).toBe('![](https://a.example/1.png)\n\n![](https://a.example/2.png)');
});

test('footnotes come as footnotes, those of blocks and those of a list', async () => {
  const notes =
    '<wp:postmeta><wp:meta_key>footnotes</wp:meta_key><wp:meta_value><![CDATA[[{"id":"q1","content":"See <em>there</em>."}]]]></wp:meta_value></wp:postmeta>';
  expect(
    await markdownOf(
      '<!-- wp:p --><p>Up<sup data-fn="q1" class="fn"><a href="#q1" id="q1-link">1</a></sup>.</p>',
      notes,
    ),
  ).toBe('Up[^1].\n\n[^1]: See *there*.');
  expect(
    await markdownOf(
      '<p>Up<sup id="r"><a href="#fn1">1</a></sup>.</p><div class="footnotes"><hr><ol><li id="fn1"><p>There. <a href="#r">↩</a></p></li></ol></div>',
    ),
  ).toBe('Up[^1].\n\n[^1]: There.');
});

test('Squarespace writes the same, with ends of lines that mean nothing', async () => {
  const xml = wrap(
    item(
      1,
      '',
      '<div class="sqs-block"><p>One\ntwo</p><img data-src="https://a.example/b.jpg" alt="b.jpg"></div>',
    ),
  ).replace(/<wp:base_blog_url>.*?<\/wp:base_blog_url>/, '');
  const { system, texts } = await readExport(fileOf('a.xml', xml));
  expect([system, texts[0]?.markdown]).toEqual([
    'Squarespace',
    'One two\n\n![](https://a.example/b.jpg)',
  ]);
});

test('broken XML costs the item that is broken, and the end of the file is told', async () => {
  const broken = wrap(
    `${item(1, '')}<item><title>Open</title><wp:post_id>2<b></wp:post_id></item>\n${item(3, '')}`,
  );
  const { texts, skips } = await readExport(fileOf('a.xml', broken));
  expect(texts.map(({ name }) => name)).toEqual(['Text 1', 'Text 3']);
  expect(skips[0]?.reason).toMatch(/line \d+/);
  const cut = wrap(item(1, '') + item(2, '')).split('Text 2')[0] ?? '';
  const part = await readExport(fileOf('a.xml', cut));
  expect(part.texts.map(({ name }) => name)).toEqual(['Text 1']);
  expect(part.refused).toMatch(/ends at line \d+/);
});

test('entities that a document declares are never expanded', async () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>`;
  const xml = wrap(item(1, '<excerpt:encoded>&b; &c; &mdash; R&D</excerpt:encoded>'), bomb);
  const { texts } = await readExport(fileOf('a.xml', xml));
  expect(texts[0]?.summary).toBe('&b; &c; — R&D');
});

test('UTF-16 and NUL are read', async () => {
  const utf16 = Buffer.from(
    `\uFEFF${wrap(item(1, '', 'Grün'), '<?xml version="1.0" encoding="UTF-16"?>')}`,
    'utf16le',
  );
  expect((await readExport(fileOf('a.xml', utf16))).texts[0]?.markdown).toBe('Grün');
  expect((await readExport(fileOf('a.xml', wrap(item(1, '', 'a\0b'))))).texts[0]?.markdown).toBe(
    'ab',
  );
});
