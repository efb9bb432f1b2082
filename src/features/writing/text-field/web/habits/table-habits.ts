import type { Edit, Selection } from '../markdown-commands.ts';
import { isInFence } from './line-habits.ts';
import { linesAround } from './line-kinds.ts';
import { cellCount, edgesOf, isDashes, isRow } from './table-rows.ts';

interface Line extends Selection {
  readonly text: string;
}

interface Table {
  /** Includes the delimiter row, which is the second. */
  readonly rows: readonly Line[];
  /** Index of the caret's row. */
  readonly at: number;
}

function lineAt(text: string, position: number): Line {
  const { start, end } = linesAround(text, { start: position, end: position });
  return { start, end, text: text.slice(start, end) };
}

/** The table around the caret; undefined for none, or for a selection over several lines. */
function tableAround(text: string, { start, end }: Selection): Table | undefined {
  const line = lineAt(text, start);
  if (end > line.end || !isRow(line.text)) return undefined;
  const above: Line[] = [];
  for (let next = line; next.start > 0; ) {
    next = lineAt(text, next.start - 1);
    if (!isRow(next.text)) break;
    above.unshift(next);
  }
  const below: Line[] = [];
  for (let next = line; next.end < text.length; ) {
    next = lineAt(text, next.end + 1);
    if (!isRow(next.text)) break;
    below.push(next);
  }
  const rows = [...above, line, ...below];
  const [head, dashes] = rows;
  const isTable =
    head !== undefined &&
    dashes !== undefined &&
    isDashes(dashes.text) &&
    cellCount(head.text) === cellCount(dashes.text);
  return isTable && !isInFence(text, start) ? { rows, at: above.length } : undefined;
}

/** Trimmed contents of a row's cells; positions in the whole text. */
function cellsOf({ start, text }: Line): Selection[] {
  const edges = edgesOf(text);
  return edges.slice(1).map((edge, index) => {
    const from = (edges[index] ?? 0) + 1;
    const cell = text.slice(from, edge);
    const words = cell.trim();
    // The caret in an empty cell is placed after its first blank.
    const first = words === '' ? Math.min(1, cell.length) : cell.indexOf(words);
    return { start: start + from + first, end: start + from + first + words.length };
  });
}

function emptyRow(columns: number): string {
  return `|${'  |'.repeat(columns)}`;
}

/** Inserts an empty row after a row, with the caret in its first cell. */
function rowAfter(line: Line, columns: number): Edit {
  const caret = line.end + 3;
  const insert = `\n${emptyRow(columns)}`;
  return { from: line.end, to: line.end, insert, select: { start: caret, end: caret } };
}

function columnsOf({ rows }: Table): number {
  return rows[0] ? cellsOf(rows[0]).length : 0;
}

/**
 * Tab in a table selects the next cell, or the previous one (`isBack`); after the last cell it adds a row. Undefined
 * outside tables, and before the first cell.
 */
export function moveToCell(text: string, selection: Selection, isBack: boolean): Edit | undefined {
  const table = tableAround(text, selection);
  if (!table) return undefined;
  const written = table.rows.filter((_, index) => index !== 1);
  const cells = written.flatMap(cellsOf);
  const next = isBack
    ? cells.findLast(({ end }) => end < selection.start)
    : cells.find(({ start }) => start > selection.end);
  if (next) return { from: next.start, to: next.start, insert: '', select: next };
  const last = table.rows.at(-1);
  return isBack || !last ? undefined : rowAfter(last, columnsOf(table));
}

/** Enter in a table adds a row below; in an empty last row it ends the table instead. */
export function continueTable(text: string, selection: Selection): Edit | undefined {
  const table = tableAround(text, selection);
  const line = table?.rows[Math.max(table.at, 1)];
  if (!table || !line) return undefined;
  const isLast = table.at > 1 && table.at === table.rows.length - 1;
  if (isLast && cellsOf(line).every(({ start, end }) => start === end)) {
    const caret = line.start;
    return { from: line.start, to: line.end, insert: '', select: { start: caret, end: caret } };
  }
  return rowAfter(line, columnsOf(table));
}

/** Adds a column after the caret's, and selects its heading. Undefined outside tables. */
export function addColumn(text: string, selection: Selection): Edit | undefined {
  const table = tableAround(text, selection);
  const [first] = table?.rows ?? [];
  const last = table?.rows.at(-1);
  const line = table?.rows[table.at];
  if (!table || !first || !last || !line) return undefined;
  const column = Math.max(
    0,
    cellsOf(line).findLastIndex(({ start }) => start <= selection.start),
  );
  const heading = 'Column';
  let chosen = first.start;
  const rows = table.rows.map(({ text: row }, index) => {
    const edges = edgesOf(row);
    // After the cell's end; a row that is too short grows at its own.
    const end = edges[column + 1] ?? edges.at(-1) ?? row.length;
    const words = index === 0 ? heading : index === 1 ? '---' : '';
    // Where the row's last bar isn't written, the cell is put in with one before it.
    const isOpen = end === row.length;
    const before = isOpen ? `${row.trimEnd()} | ` : `${row.slice(0, end + 1)} `;
    if (index === 0) chosen += before.length;
    return isOpen ? before + words : `${before}${words} |${row.slice(end + 1)}`;
  });
  const select = { start: chosen, end: chosen + heading.length };
  return { from: first.start, to: last.end, insert: rows.join('\n'), select };
}
