import { expect, test } from 'vitest';
import { pastedMarkdown } from './pasted-markdown.ts';

const lines = (...given: string[]) => given.join('\n');

test('a word processor document formatted by inline styles becomes Markdown', () => {
  const html = lines(
    '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-7">',
    '<h2><span style="font-weight:700">Sourdough</span></h2>',
    '<p><span style="font-weight:400">Flour, </span><span style="font-weight:700;font-style:italic">salt</span>' +
      '<span> and </span><a href="https://water.example/"><span style="text-decoration:underline">water</span></a></p>',
    '<ul><li><p><span>mix</span></p></li><ul><li><p><span>fold</span></p></li></ul><li><p>wait</p></li></ul>',
    '<p><span style="text-decoration:line-through">hurry</span></p></b>',
  );
  expect(pastedMarkdown(html)).toBe(
    lines(
      '## Sourdough',
      '',
      'Flour, **_salt_** and [water](https://water.example/)',
      '',
      '- mix',
      '  - fold',
      '- wait',
      '',
      '~~hurry~~',
    ),
  );
});

test('a word processor document whose lists are paragraphs becomes Markdown with lists', () => {
  const item = (level: number, mark: string, words: string) =>
    `<p class=MsoListParagraph style='margin-left:.5in;mso-list:l0 level${level} lfo1'><![if !supportLists]>` +
    `<span style='mso-list:Ignore'>${mark}<span>&nbsp;&nbsp;</span></span><![endif]>${words}<o:p></o:p></p>`;
  const html = lines(
    '<html xmlns:o="urn:x"><head><title>Letter</title><style>p { color: red }</style></head><body>',
    '<!--StartFragment--><h1>Baking<o:p></o:p></h1>',
    `<p class=MsoNormal>A <b style='mso-bidi-font-weight:normal'>hot</b>&nbsp;oven.</p>`,
    item(1, '·', 'dough'),
    item(2, '1.', 'first'),
    item(2, '2.', 'second'),
    item(1, '·', 'crust'),
    '<p>Then <img src="file:///C:/oven.png">eat.</p><!--EndFragment--></body></html>',
  );
  expect(pastedMarkdown(html)).toBe(
    lines(
      '# Baking',
      '',
      'A **hot** oven.',
      '',
      '- dough',
      '  1. first',
      '  2. second',
      '- crust',
      '',
      'Then eat.',
    ),
  );
});

test.each([
  [
    'cells of a sheet',
    '<table><col><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr></table>',
    '| a | b |\n| - | - |\n| 1 | 2 |',
  ],
  [
    'code with its language',
    '<pre><code class="x language-ts">a &lt; b</code></pre>',
    '```ts\na < b\n```',
  ],
  [
    'a picture by its address',
    '<p><img src="https://a.example/b.png" alt="B"></p>',
    '![B](https://a.example/b.png)',
  ],
  ['what has marks of its own', '<p>2 * 3</p><p># no heading</p>', '2 \\* 3\n\n\\# no heading'],
  ['words that are bold by their tag only', '<b>a</b> c', '**a** c'],
  [
    'what is bold around what is not',
    '<p><b>a <span style="font-weight:400">b</span></b></p>',
    '**a b**',
  ],
  ['tags that nobody knows', '<p>a <o:p><em>b</em></o:p></p>', 'a *b*'],
  ['what is not seen', '<p>a <span style="display:none">b</span><em>c</em></p>', 'a *c*'],
  [
    'scripts, and links that run one',
    '<p><script>b()</script><em>a</em> <a href="javascript:b()">c</a></p>',
    '*a* c',
  ],
  ['a picture within the page', '<p><em>a</em><img src="data:image/png;base64,AA"></p>', '*a*'],
  ['blanks that belong', '<p><em>10\u00a0000</em>\u00a0a\u00a0!</p>', '*10\u00a0000* a\u00a0!'],
])('pasted HTML becomes Markdown: %s', (_, html, markdown) => {
  expect(pastedMarkdown(html)).toBe(markdown);
});

test.each([
  ['a part of a line', '<span style="color: red">just words</span>'],
  ['a file that a browser shows', '<pre style="white-space: pre-wrap;"># A\n\n*b*</pre>'],
  [
    'lines of an editor of code',
    '<meta charset="utf-8"><div style="white-space: pre;"><div>a</div><div>b</div></div>',
  ],
  ['nothing', ''],
  ['a picture that nobody could see', '<img src="file:///a.png">'],
  ['what is nested without end', '<table><td>'.repeat(9_000)],
])('HTML that says no more than its plain text gives no Markdown: %s', (_, html) => {
  expect(pastedMarkdown(html)).toBeUndefined();
});
