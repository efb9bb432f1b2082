import { expect, test } from 'vitest';
import { type Edit, editFor, type MarkdownCommand } from './markdown-commands.ts';

/** Runs a command on a text whose selection is between `‹` and `›`; returns the result in this form. */
function run(command: MarkdownCommand, marked: string): string {
  const start = marked.indexOf('‹');
  const end = marked.indexOf('›') - 1;
  const text = marked.replace(/[‹›]/g, '');
  return after(editFor(command, text, { start, end }), text);
}

/** The text after an edit and its follow-ups, in this form. */
function after({ from, to, insert, select, next }: Edit, text: string): string {
  const changed = text.slice(0, from) + insert + text.slice(to);
  if (next) return after(next, changed);
  return `${changed.slice(0, select.start)}‹${changed.slice(select.start, select.end)}›${changed.slice(select.end)}`;
}

test.for<[MarkdownCommand, string, string]>([
  ['bold', 'a ‹word› here', 'a **‹word›** here'],
  ['bold', 'a **‹word›** here', 'a ‹word› here'],
  ['bold', 'a ‹**word**› here', 'a ‹word› here'],
  ['bold', 'a **word‹›**', 'a **word**‹›'],
  ['bold', '**a** b‹›** c', '**a** b**‹›**** c'],
  ['italic', 'a _word‹›_ here', 'a _word_‹› here'],
  ['bold', 'a‹ word ›here', 'a **‹word›** here'],
  ['italic', 'a ‹›', 'a _‹›_'],
  ['italic', '‹word›', '_‹word›_'],
  ['code', 'run ‹npm start› now', 'run `‹npm start›` now'],
  ['code', 'x\n‹one\ntwo›\ny', 'x\n```\n‹one\ntwo›\n```\ny'],
  ['codeBlock', 'a\n\n‹›', 'a\n\n```\n‹›\n```'],
  ['codeBlock', '‹one\ntwo›\ny', '```\n‹one\ntwo›\n```\ny'],
  ['codeBlock', 'x\n```\n‹one\ntwo›\n```\ny', 'x\n‹one\ntwo›\ny'],
  ['codeBlock', '```js\n‹›\n```', '‹›'],
  ['codeBlock', '```\na\n```\nb‹›\n```\nc\n```', '```\na\n```\n```\n‹b›\n```\n```\nc\n```'],
  ['heading2', 'one\ntw‹›o\nthree', 'one\n## two‹›\nthree'],
  ['heading2', '## tw‹›o', 'two‹›'],
  ['heading2', '‹›', '## ‹›'],
  ['quote', '‹one\n\ntwo›', '‹> one\n\n> two›'],
  ['quote', '‹> one\n\n> two›', '‹one\n\ntwo›'],
  ['bullets', 'a\n‹b\nc\n›d', 'a\n‹- b\n- c›\nd'],
  ['bullets', '‹- b\nc›', '‹- b\n- c›'],
  ['bullets', '‹  1. b\nc›', '‹  - b\n- c›'],
  ['numbers', '‹b\n\nc›', '‹1. b\n\n2. c›'],
  ['numbers', '‹1. b\n2. c›', '‹b\nc›'],
  ['tasks', '- b‹›', '- [ ] b‹›'],
  ['tasks', '- [x] b‹›', 'b‹›'],
  ['heading1', '### a‹›', '# a‹›'],
  ['heading3', '‹›', '### ‹›'],
  ['divider', 'a‹›\nb', 'a\n\n---\n\n‹›b'],
  ['divider', '‹›', '---\n\n‹›'],
  ['table', 'a\n\n‹›', 'a\n\n| ‹Column› | Column |\n| --- | --- |\n| Text | Text |\n\n'],
  ['footnote', 'a‹› b[^3]', 'a[^4] b[^3]\n\n[^4]: ‹›'],
])('the command %s turns %j into %j', ([command, before, after]) => {
  expect(run(command, before)).toBe(after);
});
