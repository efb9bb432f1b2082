import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CommentText } from './comment-text.tsx';

/** Renders a comment on the server, without attributes for style and direction. */
const htmlOf = (text: string) =>
  renderToStaticMarkup(createElement(CommentText, { text })).replace(/ (?:class|dir)="[^"]*"/g, '');

test("a comment's plain text is one paragraph with line breaks and escaped HTML", () => {
  expect(htmlOf('First line\n<b>not bold</b>\n\nEnd')).toBe(
    '<div><p>First line\n&lt;b&gt;not bold&lt;/b&gt;\n\nEnd</p></div>',
  );
});

test("a comment's Markdown becomes elements, and its links are nofollow", () => {
  expect(htmlOf('> said\n\n**So** `it` is:\n- [one](https://a.example/)\n\n1. two')).toBe(
    '<div><div><blockquote><div><p>said</p></div></blockquote>' +
      '<p><strong>So</strong> <code>it</code> is:</p>' +
      '<ul><li><a href="https://a.example/" rel="ugc nofollow noopener">one</a></li></ul>' +
      '<ol start="1"><li>two</li></ol></div></div>',
  );
});
