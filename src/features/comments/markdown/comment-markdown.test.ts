import { expect, test } from 'vitest';
import { type Block, type Inline, readCommentMarkdown } from './comment-markdown.ts';

/** Inline parts in a short readable form: <b>, <i>, <c>, <a href>. */
const inlines = (parts: readonly Inline[]): string =>
  parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'code') return `<c>${part.text}</c>`;
      const inner = inlines(part.parts);
      if (part.kind === 'link') return `<a ${part.href}>${inner}</a>`;
      return part.kind === 'strong' ? `<b>${inner}</b>` : `<i>${inner}</i>`;
    })
    .join('');
const blocks = (all: readonly Block[]): string =>
  all
    .map((block) => {
      if (block.kind === 'lines') return `<p>${inlines(block.parts)}</p>`;
      if (block.kind === 'code') return `<pre>${block.text}</pre>`;
      if (block.kind === 'quote') return `<q>${blocks(block.blocks)}</q>`;
      const items = block.items.map((item) => `<li>${inlines(item)}</li>`).join('');
      return block.start === undefined ? `<ul>${items}</ul>` : `<ol ${block.start}>${items}</ol>`;
    })
    .join('');
const read = (text: string) => blocks(readCommentMarkdown(text));

test.for([
  'One line',
  'First line\nSecond line <b>not bold</b>',
  'A paragraph.\n\n\nAnother one.  ',
  '2 * 3 * 4 and 2*3*4, snake_case_names, __init__.py is a_b_c',
  '# No heading\n![no picture](/images/a.webp)',
  '* * *',
  '-5 degrees, 3.5 km, 1.',
  'Nothing follows:\n- \n1. ',
  'A lone ` and ** and [ and ](x)',
  '[to a script](javascript:alert(1)) [or a path](/Account) [or mail](mailto:a@example.org)',
])('a text without valid marks stays as written: %j', (text) => {
  expect(read(text)).toBe(`<p>${text}</p>`);
});

test.for([
  ['**bold** and *italic* or _so_', '<b>bold</b> and <i>italic</i> or <i>so</i>'],
  ['**bold *and italic* too**', '<b>bold <i>and italic</i> too</b>'],
  ['(*so*), "**so**"!', '(<i>so</i>), "<b>so</b>"!'],
  ['`a * b * c` and ``a ` b``', '<c>a * b * c</c> and <c>a ` b</c>'],
  [
    String.raw`\*not\* and \[not](https://a.example)`,
    '*not* and [not](<a https://a.example/>https://a.example</a>)',
  ],
  ['[**a** page](https://a.example/_b_)', '<a https://a.example/_b_><b>a</b> page</a>'],
  [
    'See https://a.example/_b_/*c*/.',
    'See <a https://a.example/_b_/*c*/>https://a.example/_b_/*c*/</a>.',
  ],
  ['*see https://a.example now*', '<i>see <a https://a.example/>https://a.example</a> now</i>'],
  ['[https://a.example](https://b.example)', '<a https://b.example/>https://a.example</a>'],
  ['[me](https://user:pass@a.example)', '[me](https://user:pass@a.example)'],
  ['![a picture](https://a.example/)', '!<a https://a.example/>a picture</a>'],
  ['*not\n\nover paragraphs*', '*not\n\nover paragraphs*'],
  ['**never closed and *closed*', '**never closed and <i>closed</i>'],
] as const)('inline marks are read: %j', ([text, expected]) => {
  expect(read(text)).toBe(`<p>${expected}</p>`);
});

test.for([
  [
    '> Said *this*\n> and that\n\nIndeed.',
    '<q><p>Said <i>this</i>\nand that</p></q><p>Indeed.</p>',
  ],
  ['> one\n>> two', '<q><p>one</p><q><p>two</p></q></q>'],
  [
    'Two:\n- one\n- **two**\n  and more\n\nSo.',
    '<p>Two:</p><ul><li>one</li><li><b>two</b>\nand more</li></ul><p>So.</p>',
  ],
  ['3. three\n4. four\n- other', '<ol 3><li>three</li><li>four</li></ol><ul><li>other</li></ul>'],
  ['```js\na **b**\n\n  c\n```\nEnd', '<pre>a **b**\n\n  c</pre><p>End</p>'],
  ['```\nnever closed', '<p>```\nnever closed</p>'],
] as const)('block marks are read: %j', ([text, expected]) => {
  expect(read(text)).toBe(expected);
});

/** The visible text. */
const shown = (text: string) => read(text).replace(/<[^>]*>/g, '');

test('consecutive paragraphs without marks are one block', () => {
  const text = 'One.\n\nTwo.\n\nThree.';
  expect(readCommentMarkdown(text)).toEqual([{ kind: 'lines', parts: [{ kind: 'text', text }] }]);
});

test('long runs of unclosed marks are read, and their text is kept', () => {
  for (const unit of [
    '*a ',
    '_',
    '**a ',
    '`',
    '[',
    '[a](',
    '> ',
    '- ',
    '```\n',
    '\\*',
    '*a_b ',
    '[`*_',
  ]) {
    const text = `x${unit.repeat(Math.floor(1_990 / unit.length))}`;
    expect(shown(text).length, unit).toBeGreaterThan(0);
  }
  expect(shown(`x${'*a '.repeat(600)}`)).toBe(`x${'*a '.repeat(600)}`);
});
