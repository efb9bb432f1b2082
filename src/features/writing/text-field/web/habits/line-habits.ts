import type { Edit, Selection } from '../markdown-commands.ts';
import { linesAround } from './line-kinds.ts';

/** What a line begins with: its quotes and indent, then a mark of a list: a bullet and perhaps a box, or a number. */
const opening = /^((?:[ \t]*> ?)*[ \t]*)(?:([-*+] )(\[[ xX]\] )?|(\d{1,9})([.)] ))?/;

/** True between the marks of a block of code. */
export function isInFence(text: string, position: number): boolean {
  const fences = text.slice(0, position).match(/^ {0,3}(?:```|~~~)/gm);
  return (fences?.length ?? 0) % 2 === 1;
}

/**
 * What Enter does at the end of an item or within it: the next one begins; in an empty one the list, or the quote, ends.
 * Undefined where a new line is a new line.
 */
export function continueLine(text: string, { start, end }: Selection): Edit | undefined {
  const line = linesAround(text, { start, end: start });
  const whole = text.slice(line.start, line.end);
  const [begins = '', quotes = '', bullet, box, number, dot] = opening.exec(whole) ?? [];
  const isItem = bullet !== undefined || number !== undefined;
  if (!isItem && !quotes.includes('>')) return undefined;
  if (start < line.start + begins.length || isInFence(text, line.start)) return undefined;
  if (start === end && whole.slice(begins.length).trim() === '') {
    const insert = isItem && quotes.includes('>') ? quotes : '';
    const caret = line.start + insert.length;
    return { from: line.start, to: line.end, insert, select: { start: caret, end: caret } };
  }
  const mark = bullet
    ? `${bullet}${box ? '[ ] ' : ''}`
    : number
      ? `${Number(number) + 1}${dot}`
      : '';
  const insert = `\n${quotes}${mark}`;
  const caret = start + insert.length;
  return { from: start, to: end, insert, select: { start: caret, end: caret } };
}

function blanksBefore(line: string): number {
  return /^ */.exec(line)?.[0].length ?? 0;
}

const item = /^[ \t]*([-*+] |\d{1,9}[.)] )/;

/** Moves the items of a list a step in, or out. Undefined where there is none, or none that could go further out. */
export function indentLines(text: string, selection: Selection, isOut: boolean): Edit | undefined {
  const { start, end } = linesAround(text, selection);
  const lines = text.slice(start, end).split('\n');
  const step = lines.flatMap((line) => item.exec(line)?.[1]?.length ?? [])[0];
  if (step === undefined || isInFence(text, start)) return undefined;
  const blanks = ' '.repeat(step);
  const before = (line: string) => (line[0] === '\t' ? 1 : Math.min(blanksBefore(line), step));
  if (isOut && lines.every((line) => before(line) === 0)) return undefined;
  const moved = lines.map((line) => {
    if (isOut) return line.slice(before(line));
    return line === '' ? line : blanks + line;
  });
  const insert = moved.join('\n');
  const first = (moved[0]?.length ?? 0) - (lines[0]?.length ?? 0);
  const from = Math.max(start, selection.start + first);
  const select = {
    start: from,
    end: Math.max(from, selection.end + insert.length - (end - start)),
  };
  if (lines.length > 1) return { from: start, to: end, insert, select };
  // Of one line only the blanks change, so that a long one isn't written anew.
  return isOut
    ? { from: start, to: start - first, insert: '', select }
    : { from: start, to: start, insert: blanks, select };
}

/** Each blank can be read in one way only, so that a line of quotes' marks takes no longer than it is long. */
const task = /^(?:[ \t]*>)*[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[[ xX]\]/;

/** Where the tick of a task stands in its line, or the blank in its place; undefined for a line that is no task. */
export function tickAt(line: string): number | undefined {
  const begins = task.exec(line)?.[0];
  return begins === undefined ? undefined : begins.length - 2;
}
