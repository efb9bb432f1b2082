import { expect, test } from 'vitest';
import { htmlToMarkdown } from './html-to-markdown.ts';

test.each([
  ['a <a href="https://a.example">link</a> here', 'a [link](<https://a.example>) here'],
  ['an <a id="x"></a>anchor', 'an anchor'],
  ['<strong>bold</strong> and <em>soft</em>', '**bold** and *soft*'],
  ['one<br>\ntwo', 'one\\\ntwo'],
  ['2<sup>n</sup>', '2^n'],
  ['<!-- gone -->\n\nkept', 'kept'],
  ['<script>\nalert(1)\n</script>\n\nkept', 'kept'],
  ['`<b>` and <nobody>knows</nobody>', '`<b>` and <nobody>knows</nobody>'],
  ['<figure>\n  <img src="/a.png" alt="A &amp; B">\n</figure>', '![A & B](</a.png>)'],
  ['<div>\n    indented words\n</div>', 'indented words'],
  ['<pre><code>a &lt; b\n  <b>c</b>\n</code></pre>', '~~~~\na < b\n  c\n~~~~'],
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
])('%j becomes %j', (html, markdown) => {
  expect(htmlToMarkdown(html, { isMdx: false }).trim()).toBe(markdown);
});

test('MDX loses its imports, exports, comments and components, and keeps their words and all code', () => {
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
