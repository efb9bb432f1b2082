import { expect, test } from 'vitest';
import { fileOf, readExport } from '../testing-exports.ts';
import { attachment, item, wrap } from './testing-wordpress.ts';

async function markdownOf(text: string, fields = '', others = ''): Promise<string | undefined> {
  const { texts } = await readExport(fileOf('a.xml', wrap(item(1, fields, text) + others)));
  return texts[0]?.markdown;
}

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
    'pictures beside a text',
    '<a href="/k.jpg"><img class="alignleft size-thumbnail" src="/k.jpg" alt="Kite"></a>Up <img src="/i.png" alt="i"> and <img style="float: right" src="/l.jpg">away',
    '![Kite](https://kites.example/k.jpg)\n\nUp ![i](https://kites.example/i.png) and\n\n![](https://kites.example/l.jpg)\n\naway',
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
  [
    'a list of definitions',
    '<dl><dt>Kite</dt><dd>Flies.</dd></dl>\n<address>1 Dune Road\nSandham</address>',
    '**Kite**\n\nFlies.\n\n1 Dune Road\\\nSandham',
  ],
  [
    'a cover with a picture behind its words',
    '<!-- wp:cover --><div class="wp-block-cover has-parallax" style="background-image:url(https://a.example/b.jpg);min-height:9px"><p>Up</p></div>',
    '![](https://a.example/b.jpg)\n\nUp',
  ],
  ['a script', '<p>a</p><script>steal()</script><p onclick="b()">c</p>', 'a\n\nc'],
  ['what is broken', '<p>a <b>b', 'a **b**'],
])('WordPress markup to Markdown: %s', async (_, text, markdown) => {
  expect(await markdownOf(text)).toBe(markdown);
});

test('blocks that the site fills dynamically are left out and reported', async () => {
  const text =
    '<!-- wp:paragraph -->\n<p>One</p>\n<!-- /wp:paragraph -->\n<!-- wp:latest-posts {"a":1} /-->\n<!-- wp:spacer /-->\n<!-- wp:block {"ref":7} /-->';
  const { texts } = await readExport(fileOf('a.xml', wrap(item(1, '', text))));
  expect(texts[0]).toMatchObject({
    markdown: 'One',
    notes: [
      'Blocks that their site filled were left out: latest-posts.',
      'Reusable blocks that the export does not hold were left out: 7.',
    ],
  });
});

test("a gallery becomes its pictures, by ids or by the post's uploads", async () => {
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

test('footnotes that come along are not among the blocks that were left out', async () => {
  const notes =
    '<wp:postmeta><wp:meta_key>footnotes</wp:meta_key><wp:meta_value><![CDATA[[{"id":"q1","content":"There."}]]]></wp:meta_value></wp:postmeta>';
  const text =
    '<!-- wp:p --><p>Up<sup data-fn="q1" class="fn"><a href="#q1" id="q1-link">1</a></sup>.</p><!-- /wp:p --><!-- wp:footnotes /-->';
  const { texts } = await readExport(
    fileOf('a.xml', wrap(item(1, notes, text) + item(2, '', text))),
  );
  expect(texts.map((one) => one.notes)).toEqual([
    [],
    ['Blocks that their site filled were left out: footnotes.'],
  ]);
});

test('footnotes in blocks and in a list become Markdown footnotes', async () => {
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

test('Squarespace: its WordPress export is read, with line breaks as spaces', async () => {
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
