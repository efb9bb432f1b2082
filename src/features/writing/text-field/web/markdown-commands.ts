import { isInFence } from './habits/line-habits.ts';
import { isLineKind, type LineKind, linesAround, prefixLines } from './habits/line-kinds.ts';
import { addColumn } from './habits/table-habits.ts';

export type MarkdownCommand =
  | LineKind
  | 'bold'
  | 'italic'
  | 'code'
  | 'codeBlock'
  | 'table'
  | 'divider'
  | 'footnote';

/** Positions in a text, in UTF-16 units as a text area counts. */
export interface Selection {
  readonly start: number;
  readonly end: number;
}

/** An edit of a text: replaces the range from `from` to `to`, then selects `select`. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly select: Selection;
  /** A further edit, in the text after this one. */
  readonly next?: Edit;
}

const marks = { bold: '**', italic: '_', code: '`' } as const;
const fence = '```';

/** Trims the selection, since `** word **` isn't valid emphasis. */
function withoutBlanks(text: string, { start, end }: Selection): Selection {
  const selected = text.slice(start, end);
  if (selected.trim() === '') return { start, end };
  return {
    start: start + selected.length - selected.trimStart().length,
    end: end - (selected.length - selected.trimEnd().length),
  };
}

/** Whether the caret is before the closing mark: the command then moves behind it. */
function leavesRun(text: string, { start, end }: Selection, mark: string): boolean {
  if (start !== end || !text.startsWith(mark, end)) return false;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const parts = text.slice(lineStart, start).split(mark);
  return parts.length % 2 === 0 && parts.at(-1) !== '';
}

function wrap(text: string, selection: Selection, mark: string): Edit {
  const { start, end } = withoutBlanks(text, selection);
  const selected = text.slice(start, end);
  const { length } = mark;
  if (leavesRun(text, { start, end }, mark)) {
    const caret = end + length;
    return { from: caret, to: caret, insert: '', select: { start: caret, end: caret } };
  }
  if (text.slice(start - length, start) === mark && text.slice(end, end + length) === mark) {
    const from = start - length;
    const select = { start: from, end: from + selected.length };
    return { from, to: end + length, insert: selected, select };
  }
  const isMarked =
    selected.length > 2 * length && selected.startsWith(mark) && selected.endsWith(mark);
  const insert = isMarked ? selected.slice(length, -length) : mark + selected + mark;
  const offset = isMarked ? 0 : length;
  const inner = isMarked ? insert.length : selected.length;
  return {
    from: start,
    to: end,
    insert,
    select: { start: start + offset, end: start + offset + inner },
  };
}

/** The code block whose only lines are these; undefined for none. */
function blockOf(text: string, { start, end }: Selection): Selection | undefined {
  if (end === text.length || !isInFence(text, start)) return undefined;
  const above = linesAround(text, { start: start - 1, end: start - 1 });
  const below = linesAround(text, { start: end + 1, end: end + 1 });
  const isBetween = [above, below].every((line) => text.startsWith(fence, line.start));
  return isBetween ? { start: above.start, end: below.end } : undefined;
}

function fenceLines(text: string, selection: Selection): Edit {
  const { start, end } = linesAround(text, selection);
  const code = text.slice(start, end);
  const block = blockOf(text, { start, end });
  if (block) {
    const select = { start: block.start, end: block.start + code.length };
    return { from: block.start, to: block.end, insert: code, select };
  }
  const inner = start + fence.length + 1;
  return {
    from: start,
    to: end,
    insert: `${fence}\n${code}\n${fence}`,
    select: { start: inner, end: inner + code.length },
  };
}

/** Inserts a block after the line of the selection's end; `chosen` is the part of it to select. */
function insertPart(text: string, { end }: Selection, part: string, chosen?: string): Edit {
  const { start: lineStart, end: from } = linesAround(text, { start: end, end });
  const before = text.slice(0, from);
  const isLineEmpty = text.slice(lineStart, from).trim() === '';
  const isFirst = before.trim() === '';
  const opening = isFirst || (isLineEmpty && /\n[ \t]*\n[ \t]*$/.test(before)) ? '' : '\n';
  const lead = isLineEmpty || isFirst ? opening : '\n\n';
  // An empty line separates the block from the text after it, with the caret between them.
  const breaks = /^\n{0,2}/.exec(text.slice(from, from + 2))?.[0].length ?? 0;
  const insert = `${lead}${part}\n\n`;
  const at = chosen === undefined ? insert.length : insert.indexOf(chosen);
  const start = from + at;
  const select = { start, end: start + (chosen?.length ?? 0) };
  return { from, to: from + breaks, insert, select };
}

/** A footnote reference at the selection's end and its note at the end of the text, with the caret there. */
function footnote(text: string, { end }: Selection): Edit {
  const numbers = Array.from(text.matchAll(/\[\^(\d{1,6})\]/g), ([, number]) => Number(number));
  const mark = `[^${numbers.reduce((most, number) => Math.max(most, number), 0) + 1}]`;
  const marked = text.length + mark.length;
  const note = `${text.endsWith('\n') ? '\n' : '\n\n'}${mark}: `;
  const last = { start: marked + note.length, end: marked + note.length };
  return {
    from: end,
    to: end,
    insert: mark,
    select: { start: end + mark.length, end: end + mark.length },
    next: { from: marked, to: marked, insert: note, select: last },
  };
}

const table = '| Column | Column |\n| --- | --- |\n| Text | Text |';

/** The edit of a toolbar command; repeated, it removes the marks. */
export function editFor(command: MarkdownCommand, text: string, selection: Selection): Edit {
  if (isLineKind(command)) return prefixLines(text, selection, command);
  switch (command) {
    case 'code':
      return text.slice(selection.start, selection.end).includes('\n')
        ? fenceLines(text, selection)
        : wrap(text, selection, marks.code);
    case 'codeBlock':
      return fenceLines(text, selection);
    case 'table':
      return addColumn(text, selection) ?? insertPart(text, selection, table, 'Column');
    case 'divider':
      return insertPart(text, selection, '---');
    case 'footnote':
      return footnote(text, selection);
    default:
      return wrap(text, selection, marks[command]);
  }
}
