import { expect, test } from 'vitest';
import { fileOf, readExport } from '../testing-exports.ts';
import { attachment, item, wrap } from './testing-wordpress.ts';

test('WordPress: a post becomes a text with all its fields', async () => {
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

test('WordPress: a copied post has its own addresses only, and a mistyped login is its author’s', async () => {
  const copy = `<link>https://kites.example/2020/01/copy/</link><guid>https://kites.example/?p=7</guid><dc:creator>&gt;ada</dc:creator>`;
  const moved = '<guid>https://older.example/demo/?p=3</guid>';
  const { texts } = await readExport(fileOf('a.xml', wrap(item(8, copy) + item(9, moved))));
  expect(texts).toMatchObject([
    { addresses: ['/2020/01/copy/', '/?p=8'], authors: [{ name: 'Ada & Co' }] },
    { addresses: ['/?p=9', '/demo/?p=3'] },
  ]);
});

test('WordPress: the status and audience of a post are kept, and pages and trash are skipped', async () => {
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
  expect(
    texts.map(
      ({ name, state, audience, createdAt }) =>
        `${name} ${createdAt === null ? 'undated' : state} ${audience}`,
    ),
  ).toEqual([
    'Text 1 draft everybody',
    'Text 2 scheduled everybody',
    'Text 3 private everybody',
    'Text 4 published password',
    'Text 5 draft everybody',
    'Text 7 undated everybody',
    'Text 8 published everybody',
  ]);
  expect(texts[5]).toMatchObject({
    authors: [{ name: 'bo' }],
    createdAt: null,
  });
  expect(texts[6]?.createdAt).toBe(Date.UTC(2021, 1, 3, 4, 5, 6));
  expect(skips.map(({ name, isIntended }) => [name, isIntended])).toEqual([
    ['Text 6', true],
    ['Text 9', true],
  ]);
});

test('the HTML of a comment is reduced to the Markdown of comments', async () => {
  const said =
    '<h2>Knots</h2>A_b <a href="https://a.example/">c</a>\n<img src="https://a.example/k.png" alt="Kite">\n<ul><li>d<ul><li>e</li></ul></li></ul><blockquote>f</blockquote><table><tr><th>g</th><th>h</th></tr></table>';
  const comment = `<wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_approved>1</wp:comment_approved><wp:comment_content><![CDATA[${said}]]></wp:comment_content></wp:comment>`;
  const { texts } = await readExport(fileOf('a.xml', wrap(item(1, comment))));
  expect(texts[0]?.comments[0]?.text).toBe(
    '**Knots**\n\nA_b [c](https://a.example/)\n[Kite](https://a.example/k.png)\n\n- d\n- e\n\n> f\n\ng | h',
  );
});

test('the address of a comment is read only if its writer was signed in', async () => {
  const comment = (id: number, userId: string) => `<wp:comment><wp:comment_id>${id}</wp:comment_id>
    <wp:comment_author>Ada</wp:comment_author><wp:comment_author_email>ada@kites.example</wp:comment_author_email>
    ${userId}<wp:comment_approved>1</wp:comment_approved><wp:comment_content>Hi</wp:comment_content></wp:comment>`;
  const all =
    comment(1, '<wp:comment_user_id>3</wp:comment_user_id>') +
    comment(2, '<wp:comment_user_id>0</wp:comment_user_id>') +
    comment(3, '');
  const { texts } = await readExport(fileOf('a.xml', wrap(item(1, all))));
  expect(texts[0]?.comments.map(({ key, author }) => [key, author.email])).toEqual([
    ['1', 'ada@kites.example'],
    ['2', undefined],
    ['3', undefined],
  ]);
});

test('comments are ordered by date as replies, and pingbacks and spam are counted', async () => {
  const comment = (id: number, parent: number, approved: string, type = 'comment') => `<wp:comment>
    <wp:comment_id>${id}</wp:comment_id><wp:comment_parent>${parent}</wp:comment_parent><wp:comment_type>${type}</wp:comment_type>
    <wp:comment_author>Cy</wp:comment_author><wp:comment_date_gmt>2020-01-0${9 - id} 00:00:00</wp:comment_date_gmt>
    <wp:comment_approved>${approved}</wp:comment_approved><wp:comment_content><![CDATA[One\ntwo <b>${id}</b>]]></wp:comment_content></wp:comment>`;
  const all =
    comment(1, 2, '1') +
    comment(2, 3, '0') +
    comment(3, 0, 'spam') +
    comment(4, 0, '1', 'pingback') +
    comment(5, 0, '1').replace(/One\ntwo <b>5<.b>/, '');
  const { texts } = await readExport(fileOf('a.xml', wrap(item(1, all))));
  expect(
    texts[0]?.comments.map(({ key, parentKey, isApproved, text }) => [
      key,
      parentKey,
      isApproved,
      text,
    ]),
  ).toEqual([
    ['2', undefined, false, 'One\ntwo **2**'],
    ['1', '2', true, 'One\ntwo **1**'],
  ]);
  expect(texts[0]?.notes).toEqual([
    '1 pingback or trackback was left out',
    '1 comment that was spam or in the trash was left out',
    '1 comment was left out: it holds no words that can be read',
  ]);
  expect(texts[0]?.commentsLeftOut).toBe(3);
});
