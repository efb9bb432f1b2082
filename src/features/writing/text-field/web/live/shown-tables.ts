import type { Line } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { barsOf, isDashes, isRow } from '../habits/table-rows.ts';
import type { Drawing } from './drawing.ts';

/** Wider tables are shown as source. */
const columnsMax = 8;

type Side = 'start' | 'center' | 'end';

/** The text alignment set by a column's delimiter. */
function sideOf(dashes: string): Side {
  const words = dashes.trim();
  if (!words.endsWith(':')) return 'start';
  return words.startsWith(':') ? 'center' : 'end';
}

/** A table as rows of editable cells: its bars and delimiter row are hidden. */
export function drawTable(drawing: Drawing, table: SyntaxNode): void {
  const { doc } = drawing.state;
  const head = doc.lineAt(table.from);
  const dashes = head.number < doc.lines ? doc.line(head.number + 1) : head;
  const bars = barsOf(dashes.text);
  const columns = bars.length - 1;
  const isDrawn =
    isRow(head.text) &&
    isRow(dashes.text) &&
    isDashes(dashes.text) &&
    columns >= 1 &&
    columns <= columnsMax;
  const sides = bars
    .slice(1)
    .map((bar, index) => sideOf(dashes.text.slice((bars[index] ?? 0) + 1, bar)));

  for (const line of drawing.linesOf(table)) {
    if (!isDrawn || !isRow(line.text)) {
      drawing.line(line.from, 'table-line');
    } else if (line.number === dashes.number) {
      drawing.line(line.from, 'table-dashes');
      drawing.takeAway(line);
    } else {
      const isHead = line.number === head.number;
      drawing.line(line.from, `table-row columns-${columns} ${isHead ? 'table-head' : ''}`);
      drawCells(drawing, line, sides);
    }
  }
}

function drawCells(drawing: Drawing, line: Line, sides: readonly Side[]): void {
  const bars = barsOf(line.text).map((bar) => line.from + bar);
  const cells = bars.slice(1).map((bar, index) => ({ from: bars[index] ?? bar, to: bar }));
  for (const [index, { from, to }] of cells.entries()) {
    const isFirst = index === 0;
    const isLast = index === cells.length - 1;
    drawing.mark({ from: from + 1, to }, `cell column-${index + 1} ${sides[index] ?? 'start'}`);
    drawing.takeAway({ from: isFirst ? line.from : from, to: from + 1 });
    if (isLast) drawing.takeAway({ from: to, to: line.to });
  }
}
