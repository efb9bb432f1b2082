import { expect, test } from 'vitest';
import { htmlToMarkdown } from './html-to-markdown.ts';

test.each([
  ['a <a href="https://a.example">link</a> here', 'a [link](https://a.example) here'],
  ['an <a id="x"></a>anchor', 'an anchor'],
  ['<strong>bold</strong> and <em>soft</em>', '**bold** and *soft*'],
  ['one<br>\ntwo', 'one\\\ntwo'],
  ['2<sup>n</sup>', '2^n'],
  ['<!-- gone -->\n\nkept', 'kept'],
  ['<script>\nalert(1)\n</script>\n\nkept', 'kept'],
  ['`<b>` and <nobody>knows</nobody>', '`<b>` and <nobody>knows</nobody>'],
  ['<figure>\n  <img src="/a.png" alt="A &amp; B">\n</figure>', '![A & B](/a.png)'],
  ['<div>\n    indented words\n</div>', 'indented words'],
  ['<pre><code>a &lt; b\n  <b>c</b>\n</code></pre>', '```\na < b\n  c\n```'],
  [
    '<iframe src="https://www.youtube.com/embed/abc"></iframe>',
    '[Watch the video on YouTube](https://www.youtube.com/watch?v=abc)',
  ],
  ['<iframe src="javascript:alert(1)"></iframe>', ''],
  [
    '<math>\n  <msup><mi>x</mi><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></msup>\n  <mo>=</mo>\n</math>',
    '`x^(n + 1) =`',
  ],
  ['| a |\n|---|\n| b<br>c |', '| a |\n|---|\n| b c |'],
])('HTML %j becomes Markdown %j', (html, markdown) => {
  expect(htmlToMarkdown(html, { isMdx: false }).trim()).toBe(markdown);
});

test('MDX loses imports, exports, comments and components, and keeps their text and all code', () => {
  const mdx = [
    "import Box from '../../../blogs/server/import/box';",
    'export const a = 1;',
    '{/* note */}',
    '<Box level="info">\n  Mind the gap.\n</Box>',
    '```js\nimport x from "y";\n```',
  ].join('\n\n');
  expect(htmlToMarkdown(mdx, { isMdx: true }).trim()).toBe(
    'Mind the gap.\n\n```js\nimport x from "y";\n```',
  );
});

test.each([
  ['a > in an attribute', '<a title="x > y" href=\'/a?b=">"\'>c</a> d', '[c](/a?b=">") d'],
  ['a > in an attribute of a block', '<img alt="2 > 1" src="/a.png">', '![2 > 1](/a.png)'],
  ['upper case', '<P>a <B>b</B><BR>c', 'a **b**\\\nc'],
  ['entities', '<p>&lt;b&gt; &amp;lt; &eacute;&#x41;&hellip;</p>', '\\<b> \\&lt; éA…'],
  ['an entity in an address', '<a href="/?a=1&amp;b=2">c</a>', '[c](/?a=1\\&b=2)'],
  ['marks that are only text', '<p>2 * 3 * 4 [x](y)</p>', '2 \\* 3 \\* 4 \\[x]\\(y)'],
  ['blanks at the ends of marks', 'a<b> b </b>c', 'a **b** c'],
  ['what is never closed', '<p>a <b>b\n<p>c <i>d', 'a **b**\n\n**c _d_**'],
  ['what is closed in another order', 'a <b>b <i>c</b> d</i>', 'a **b _c_** *d*'],
  ['what nobody opened', 'a</b> c</a></i>', 'a c'],
  ['a link around a picture', '<a href="/b"><img src="/a.png"></a>', '[![](/a.png)](/b)'],
  ['a list in a list', '<ol>\n<li>a\n<ul><li>b</ul>\n\n<li>c</ol>', '1. a\n   - b\n2. c'],
  ['a quote with two paragraphs', '<blockquote><p>a<p>b</blockquote>', '> a\n>\n> b'],
  ['a heading', '<h3 align="center">a\n<br>b</h3>', '### a b'],
  [
    'a table',
    '<table><caption>t</caption>\n<tr><th>a<th>b</tr>\n<tr><td>c|d<td><code>e</code>\n</table>',
    't\n\n| a | b |\n| - | - |\n| c\\|d | `e` |',
  ],
  ['a table of blocks', '<table><td><p>a<p>b<td><ul><li>c</table>', 'a\n\nb\n\n- c'],
  ['a tag that nobody knows, in a block', '<p>a <T extends="x">b', 'a \\<T extends="x">b'],
  ['a script that is never closed', 'the <script> tag, <b>c</b>', 'the <script> tag, <b>c</b>'],
  ['a tag that never ends', '<div>a <b c', '<div>a <b c'],
  ['a comment', 'a <!-- <b> > --> b', 'a  b'],
  [
    'a video with its source inside',
    '<video><source src="//a.example/b"></video>',
    '[See it on a.example](https://a.example/b)',
  ],
  ['a frame that is closed in its own tag', '<iframe src="/a"/> b <b>c</b>', 'b **c**'],
  ['a link around blocks of Markdown', '<a href="/a">\n\n# b\n\n</a>', '[/a](/a)\n\n# b'],
  ['HTML in a quote', '> a\n> <div>b<br>c</div>', '> a\n> \n> b\\\n> c'],
  ['HTML in an item', '- <p>a</p><p>b</p>\n- <b>c</b>', '- a\n\n  b\n- **c**'],
  ['a break in a quote', '> *a*<br>\n> b<br>c', '> *a*\\\n> b\\\n> c'],
  ['code with entities', '<code>&lt;a\\_b&gt;</code> | c', '`<a_b>` | c'],
  ['code in a cell', '| a |\n|-|\n| <code>b \\| c</code> |', '| a |\n|-|\n| `b \\| c` |'],
])('HTML to Markdown: %s', (_, html, markdown) => {
  expect(htmlToMarkdown(html, { isMdx: false }).trim()).toBe(markdown);
});

test('Markdown beside HTML and between its tags is unchanged', () => {
  const before = '# A &amp; *b*  \n\n* c\n+ d\n\n~~~\n<b>e</b>\n\n\n\nf\n~~~\n\n';
  const between = 'g_h_ &lt;i> [j]( /k "l" )\n     \\*m `n <o>`';
  expect(htmlToMarkdown(`${before}<b>${between}</b>`, { isMdx: false })).toBe(
    `${before}**${between}**`,
  );
});

test('text between MDX tags is Markdown', () => {
  const mdx =
    '<Box a="b > c">\n  Mind **the** [gap](/a).\n  <Icon/> <b>Really</b> &amp; `so`.\n</Box>';
  expect(htmlToMarkdown(mdx, { isMdx: true }).trim()).toBe(
    'Mind **the** [gap](/a).\n\n**Really** & `so`.',
  );
});

test.each([
  ['nested', '<div>'.repeat(15_000)],
  ['nested lists', '<ul><li>'.repeat(9_000)],
  ['nested tables', '<table><td>'.repeat(9_000)],
  ['nested quotes', '<blockquote>a<br>'.repeat(9_000)],
  ['nested formulas', `<math>${'<mrow>'.repeat(15_000)}`],
  ['marks to be repeated', `<p>${'123456789'.replace(/./g, '<b id=$&>')}${'<p>x'.repeat(15_000)}`],
  ['tags without an end', `<div>${'<a '.repeat(15_000)}`],
  ['a value without an end', `<div>${'<b y="'.repeat(15_000)}`],
  ['scripts without an end', `<div>${'<script>'.repeat(12_000)}`],
])('hostile HTML is left unchanged: %s', (_, html) => {
  expect(htmlToMarkdown(html, { isMdx: false })).toBe(html);
});

test('a table with many short rows is written as paragraphs', () => {
  const html = `<table><tr>${'<td>a'.repeat(5_000)}${'<tr><td>b'.repeat(5_000)}</table>`;
  expect(htmlToMarkdown(html, { isMdx: false })).toBe(
    [...Array(5_000).fill('a'), ...Array(5_000).fill('b')].join('\n\n'),
  );
});
