import { expect, test } from 'vitest';
import type { Edit } from '../markdown-commands.ts';
import { pasteMarkdown, pasteOntoWords, placeNow } from './paste-edits.ts';

/** `|` marks the caret, or both ends of the selection. */
function marked(text: string) {
  const [before = '', inner = '', after] = text.split('|');
  const whole = after === undefined ? before + inner : before + inner + after;
  const end = before.length + (after === undefined ? 0 : inner.length);
  return { text: whole, at: { start: before.length, end } };
}

function applied(text: string, { from, to, insert, select }: Edit): string {
  const result = text.slice(0, from) + insert + text.slice(to);
  return `${result.slice(0, select.end)}|${result.slice(select.end)}`;
}

test.each([
  ['a |few| words', 'https://a.example/b?c=1', 'a [few](https://a.example/b?c=1)| words'],
  ['a |few| words', ' https://a.example\n', 'a [few](https://a.example)| words'],
])('pasting an address onto selected words links them: %s', (given, pasted, expected) => {
  const { text, at } = marked(given);
  const edit = pasteOntoWords(text, at, pasted);
  expect(edit && applied(text, edit)).toBe(expected);
});

test.each([
  ['nothing selected', 'a | b', 'https://a.example'],
  ['words that are none', 'a |few| words', 'javascript:alert(1)'],
  ['more than an address', 'a |few| words', 'see https://a.example'],
  ['an address selected', 'a |https://b.example| c', 'https://a.example'],
  ['two lines selected', 'a |b\nc| d', 'https://a.example'],
  ['what would end the link', 'a |b] c| d', 'https://a.example'],
])('an address is pasted as text: %s', (_, given, pasted) => {
  const { text, at } = marked(given);
  expect(pasteOntoWords(text, at, pasted)).toBeUndefined();
});

test.each([
  ['within a line', 'a |b', 'c **d**', 'a c **d**|b'],
  ['for what is selected', 'a |b| c', '*d*', 'a *d*| c'],
  ['blocks into nothing', '|', '# a\n\nb', '# a\n\nb|'],
  ['blocks behind words', 'a|', '# b', 'a\n\n# b|'],
  ['blocks within a line', 'a| b', '- c\n- d', 'a\n\n- c\n- d|\n\n b'],
  ['blocks below a line', 'a\n|', '# b\n\nc', 'a\n\n# b\n\nc|'],
  ['blocks between paragraphs', 'a\n\n|\n\nb', 'c\n\nd', 'a\n\nc\n\nd|\n\nb'],
  ['blocks before a paragraph', '|\nb', 'c\n\nd', 'c\n\nd|\n\nb'],
  ['blocks into a quote', '> a|', 'b\n\nc', '> a\n>\n> b\n> \n> c|'],
])('pasted Markdown: %s', (_, given, markdown, expected) => {
  const { text, at } = marked(given);
  expect(applied(text, pasteMarkdown(text, at, markdown))).toBe(expected);
});

test.each([
  ['ab|cd', 'abcd', 2],
  ['ab|cd', 'xabcd', 3],
  ['ab|cd', 'abcdx', 2],
  ['ab|cd', 'abxcd', 2],
  ['ab|cd', '', 0],
  ['a|bc|d', 'axd', 1],
])('a position in %j is kept when the text becomes %j', (given, now, start) => {
  const { text, at } = marked(given);
  expect(placeNow(text, at, now).start).toBe(start);
});
