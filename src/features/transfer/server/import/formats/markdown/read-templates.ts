import { escapeHtml } from '../../../../../../platform/text/escape.ts';
import type { Markup } from '../text/markup.ts';
import { hugoTag } from './hugo-tags.ts';
import { jekyllTag, type Template } from './jekyll-tags.ts';

/** A template tag: its position and its content. */
interface Tag {
  readonly start: number;
  readonly end: number;
  readonly words: string;
}

/** Maximum length of a tag. */
const tagMax = 2_000;
const marks = {
  hugo: [
    ['{{<', '>}}'],
    ['{{%', '%}}'],
  ],
  jekyll: [
    ['{%', '%}'],
    ['{{', '}}'],
  ],
} as const;
/** The content of these is verbatim: tags in it are ignored. */
const verbatim = /^(?:highlight|raw|comment|code)$/;

function nextTag(text: string, from: number, system: 'hugo' | 'jekyll'): Tag | undefined {
  let found: Tag | undefined;
  for (const [open, close] of marks[system]) {
    const start = text.indexOf(open, from);
    if (start < 0 || (found && found.start <= start)) continue;
    const end = text.indexOf(close, start + open.length);
    if (end < 0 || end - start > tagMax) continue;
    found = {
      start,
      end: end + close.length,
      words: text
        .slice(start + open.length, end)
        .replace(/^-|-$/g, '')
        .trim(),
    };
  }
  return found;
}

/** The end of a code span or block between `from` and `to`; undefined if there is none. */
function endOfCode(text: string, from: number, to: number): number | undefined {
  for (const mark of ['```', '~~~', '`']) {
    const at = text.indexOf(mark, from);
    if (at < 0 || at >= to) continue;
    const end = text.indexOf(mark, at + mark.length);
    if (end < 0) continue;
    return end + mark.length;
  }
  return undefined;
}

/** The closing tag of a block tag. */
function closeOf(
  text: string,
  name: string,
  from: number,
  system: 'hugo' | 'jekyll',
): Tag | undefined {
  const isClose = (words: string) =>
    system === 'hugo' ? words.replace(/^\/\s*/, '/') === `/${name}` : words === `end${name}`;
  for (let tag = nextTag(text, from, system); tag; tag = nextTag(text, tag.end, system)) {
    if (isClose(tag.words)) return tag;
  }
  return undefined;
}

/** Parses a tag's values: `name="value"`, `name=value`, and positional ones in order. */
function templateOf(words: string, inner: string | undefined): Template {
  const [name = '', ...rest] = words.split(/\s+/);
  const text = rest.join(' ');
  const values: Record<string, string> = {};
  const plain: string[] = [];
  for (const [, key, , double, single, bare] of text.matchAll(
    /(?:([\w-]{1,60})\s?=\s?)?("([^"]{0,1900})"|'([^']{0,1900})'|([^\s"'=]{1,1900}))/g,
  )) {
    const value = double ?? single ?? bare ?? '';
    if (key) values[key.toLowerCase()] = value;
    else plain.push(value);
  }
  return { name, values, plain, inner };
}

/** Most searches for closing tags: each may scan to the end of the text. */
const looksMax = 2_000;

/** Joins pieces of Markdown without doubling blank lines between blocks. */
function createPieces() {
  const pieces: string[] = [];
  return {
    add(piece: string): void {
      const isAfterBlank = pieces.at(-1)?.endsWith('\n\n') ?? true;
      const text = isAfterBlank ? piece.replace(/^\n+/, '') : piece;
      if (text === '') return;
      if (text.startsWith('\n\n')) pieces.push(withoutEnds(pieces.pop() ?? ''));
      pieces.push(text);
    },
    joined: () => pieces.join(''),
  };
}

/** Removes trailing newlines. */
function withoutEnds(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}

/** Replaces the template tags of Hugo and Jekyll by the Markdown for what they showed, if it is known. */
export function readTemplates(text: string, markup: Markup, notes: Set<string>): string {
  const { format } = markup;
  if (format !== 'hugo' && format !== 'jekyll') return text;
  const pieces = createPieces();
  let from = 0;
  let looks = 0;
  for (let tag = nextTag(text, from, format); tag; tag = nextTag(text, from, format)) {
    const code = endOfCode(text, from, tag.start);
    if (code !== undefined) {
      pieces.add(text.slice(from, code));
      from = code;
      continue;
    }
    pieces.add(text.slice(from, tag.start));
    from = tag.end;
    const [name = ''] = tag.words.split(/\s+/);
    if (tag.words.startsWith('/*')) {
      // `{{</* name */>}}` displays a tag.
      pieces.add(`\`{{< ${tag.words.slice(2).replace(/\*\/$/, '').trim()} >}}\``);
      continue;
    }
    const isEnd = /^(?:\/|end\w)/.test(tag.words);
    looks += 1;
    const close =
      isEnd || looks > looksMax || !verbatim.test(name)
        ? undefined
        : closeOf(text, name, tag.end, format);
    const inner = close && text.slice(tag.end, close.start);
    if (close) from = close.end;
    if (isEnd) continue;
    const template = templateOf(tag.words, inner);
    const written =
      format === 'hugo' ? hugoTag(template, markup) : jekyllTag(template, tag.words, markup);
    if (written === undefined)
      notes.add(
        `{${escapeHtml(name.slice(0, 40))}} is not known here: only what it enclosed was kept.`,
      );
    pieces.add(written ?? '');
  }
  pieces.add(text.slice(from));
  return format === 'jekyll' ? withoutLists(pieces.joined()) : pieces.joined();
}

/** Removes kramdown's attribute lists, such as `{: .class}` and `{:toc}`. */
function withoutLists(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      /^\s{0,20}\{:[^{}]{0,300}\}\s*$/.test(line) ? '' : line.replace(/\{:[^{}\n]{0,300}\}/g, ''),
    )
    .join('\n')
    .replace(/^[*-] (?:toc|TOC)[ \t]*$/gm, '');
}
