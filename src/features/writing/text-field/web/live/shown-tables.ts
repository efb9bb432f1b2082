import type { Line, Text } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { edgesOf, isDashes } from '../habits/table-rows.ts';
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

/** The delimiter row of a table that is shown as cells; undefined for one that is shown as source. */
export function dashesOf(doc: Text, table: SyntaxNode): Line | undefined {
  const head = doc.lineAt(table.from);
  // The mark of a quote or an item before it would become part of a cell.
  const isAlone = doc.sliceString(head.from, table.from).trim() === '';
  if (!isAlone || head.number === doc.lines) return undefined;
  const dashes = doc.line(head.number + 1);
  const columns = edgesOf(dashes.text).length - 1;
  return isDashes(dashes.text) && columns <= columnsMax ? dashes : undefined;
}

/** A table as rows of editable cells: its bars and delimiter row are hidden. */
export function drawTable(drawing: Drawing, table: SyntaxNode): void {
  const dashes = dashesOf(drawing.state.doc, table);
  if (!dashes) {
    for (const { from } of drawing.linesOf(table)) drawing.line(from, 'table-line');
    return;
  }
  const edges = edgesOf(dashes.text);
  const columns = edges.length - 1;
  const sides = edges
    .slice(1)
    .map((edge, index) => sideOf(dashes.text.slice((edges[index] ?? 0) + 1, edge)));

  for (const line of drawing.linesOf(table)) {
    if (line.number === dashes.number) {
      drawing.line(line.from, 'table-dashes');
      drawing.takeAway(line);
    } else {
      const isHead = line.number === dashes.number - 1;
      drawing.line(line.from, `table-row columns-${columns} ${isHead ? 'table-head' : ''}`);
      drawCells(drawing, line, sides);
    }
  }
}

function drawCells(drawing: Drawing, line: Line, sides: readonly Side[]): void {
  const edges = edgesOf(line.text).map((edge) => line.from + edge);
  const cells = edges.slice(1).map((edge, index) => ({ from: edges[index] ?? edge, to: edge }));
  for (const [index, { from, to }] of cells.entries()) {
    const isFirst = index === 0;
    const isLast = index === cells.length - 1;
    drawing.mark({ from: from + 1, to }, `cell column-${index + 1} ${sides[index] ?? 'start'}`);
    drawing.takeAway({ from: isFirst ? line.from : from, to: from + 1 });
    if (isLast) drawing.takeAway({ from: to, to: line.to });
  }
}
