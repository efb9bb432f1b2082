import type { Edit, Selection } from '../markdown-commands.ts';
import { linesAround } from './line-kinds.ts';

/** Start of a line: quote marks and indent, then a list mark: a bullet, optionally with a checkbox, or a number. */
const opening = /^((?:[ \t]*> ?)*[ \t]*)(?:([-*+] )(\[[ xX]\] )?|(\d{1,9})([.)] ))?/;

/** Whether a position is inside a fenced code block. */
export function isInFence(text: string, position: number): boolean {
  const fences = text.slice(0, position).match(/^ {0,3}(?:```|~~~)/gm);
  return (fences?.length ?? 0) % 2 === 1;
}

/**
 * Enter in a list item starts the next one; in an empty item it ends the list or quote. Undefined where Enter inserts a
 * plain line break.
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

/** Indents or outdents the items of a list. Undefined without a list, or where no item can move further out. */
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
  // For a single line only the blanks change, so that a long line isn't replaced.
  return isOut
    ? { from: start, to: start - first, insert: '', select }
    : { from: start, to: start, insert: blanks, select };
}

/** Each blank matches in one way only: linear time for a line of quote marks. */
const task = /^(?:[ \t]*>)*[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[[ xX]\]/;

/** Position of a task's tick, or of the blank in its place; undefined for a line that is no task. */
export function tickAt(line: string): number | undefined {
  const begins = task.exec(line)?.[0];
  return begins === undefined ? undefined : begins.length - 2;
}
