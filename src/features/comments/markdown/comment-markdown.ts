import { type Inline, readInlines } from './comment-inlines.ts';

export type { Inline };

/** A block of a comment. */
export type Block =
  /** Lines as written, including line breaks and empty lines. */
  | { readonly kind: 'lines'; readonly parts: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | {
      readonly kind: 'list';
      /** Number of the first item; undefined for a bulleted list. */
      readonly start: number | undefined;
      readonly items: readonly (readonly Inline[])[];
    };

/** Maximum depth of nested quotes; deeper ones are plain lines. */
const deepest = 3;
const quoteMark = /^ {0,3}> ?/;
const itemMark = /^ {0,3}(?:[-*+]|(\d{1,9})[.)]) +/;
/** Only marks: a thematic break. */
const rule = /^[-*+ ]+$/;
const fence = /^```[\w+#.-]*\s*$/;
const fenceEnd = /^```\s*$/;

/** Parses lines; inline formatting ends with its paragraph. */
function readLines(lines: readonly string[]): readonly Inline[] {
  const parts: Inline[] = [];
  for (const [index, text] of lines
    .join('\n')
    .split(/(\n\s*\n)/)
    .entries()) {
    const isBetween = index % 2 === 1;
    for (const part of isBetween ? [{ kind: 'text' as const, text }] : readInlines(text)) {
      const last = parts.at(-1);
      if (part.kind === 'text' && last?.kind === 'text') {
        parts.splice(-1, 1, { kind: 'text', text: last.text + part.text });
      } else parts.push(part);
    }
  }
  return parts;
}

function withoutBlankEnds(lines: readonly string[]): readonly string[] {
  const isText = (line: string) => line.trim() !== '';
  const first = lines.findIndex(isText);
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex(isText) + 1);
}

/** The list marker at the beginning of a line, with its number; null if there is none. */
function itemMarkOf(line: string): RegExpExecArray | null {
  const mark = rule.test(line) ? null : itemMark.exec(line);
  return mark && line.slice(mark[0].length).trim() !== '' ? mark : null;
}

/** Whether a line begins another item of the list that `first` began. */
function isItemBeside(first: RegExpExecArray, line: string): boolean {
  const mark = itemMarkOf(line);
  return mark !== null && (mark[1] === undefined) === (first[1] === undefined);
}

/** Parses the list that begins at line `from` with the marker `first`; `end` is the index after it. */
function readList(lines: readonly string[], from: number, first: RegExpExecArray) {
  const items: string[][] = [];
  let end = from;
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? '';
    if (isItemBeside(first, line)) items.push([line.replace(itemMark, '')]);
    // Indented lines continue an item.
    else if (/^ {2,}\S/.test(line) && !itemMarkOf(line)) items.at(-1)?.push(line.trimStart());
    else break;
  }
  const start = first[1] === undefined ? undefined : Number(first[1]);
  return { end, block: { kind: 'list', start, items: items.map(readLines) } as const };
}

/** The index of the first line from `from` on that matches; the number of lines if none does. */
function placeOf(
  lines: readonly string[],
  from: number,
  isSought: (line: string) => boolean,
): number {
  let at = from;
  while (at < lines.length && !isSought(lines[at] ?? '')) at += 1;
  return at;
}

function readBlocks(lines: readonly string[], depth: number): readonly Block[] {
  const blocks: Block[] = [];
  let plain: string[] = [];
  let isFenceOpenForGood = false;
  const flush = () => {
    const kept =
      blocks.length === 0 && plain.length === lines.length ? plain : withoutBlankEnds(plain);
    if (kept.length > 0) blocks.push({ kind: 'lines', parts: readLines(kept) });
    plain = [];
  };
  const add = (block: Block) => {
    flush();
    blocks.push(block);
  };
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const item = itemMarkOf(line);
    if (quoteMark.test(line) && depth < deepest) {
      const end = placeOf(lines, at, (one) => !quoteMark.test(one));
      const quoted = lines.slice(at, end).map((one) => one.replace(quoteMark, ''));
      add({ kind: 'quote', blocks: readBlocks(quoted, depth + 1) });
      at = end;
    } else if (item) {
      const { end, block } = readList(lines, at, item);
      add(block);
      at = end;
    } else if (fence.test(line) && !isFenceOpenForGood) {
      const end = placeOf(lines, at + 1, (one) => fenceEnd.test(one));
      if (end === lines.length) {
        isFenceOpenForGood = true;
        continue;
      }
      add({ kind: 'code', text: lines.slice(at + 1, end).join('\n') });
      at = end + 1;
    } else {
      plain.push(line);
      at += 1;
    }
  }
  flush();
  return blocks;
}

/**
 * Parses the Markdown subset of comments: bold, italic, code, links, quotes and lists. Everything else is text, so a
 * comment without marks is one block of lines, unchanged. Produces no HTML; `href` is an `http(s)` address.
 */
export function readCommentMarkdown(text: string): readonly Block[] {
  return readBlocks(text.split('\n'), 0);
}
