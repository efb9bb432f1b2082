import { syntaxTree } from '@codemirror/language';
import { EditorSelection, EditorState, type Extension, type Line, Prec } from '@codemirror/state';
import { type Command, EditorView, keymap } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { cellCount, edgesOf, isRow } from '../habits/table-rows.ts';
import { dashesOf } from './shown-tables.ts';

interface Row {
  readonly line: Line;
  /** The delimiter row of its table. */
  readonly dashes: Line;
}

/** The row at a position of a table that is shown as cells; undefined for none. */
function rowAt(state: EditorState, at: number): Row | undefined {
  const { doc } = state;
  const line = doc.lineAt(at);
  if (!isRow(line.text)) return undefined;
  const start = line.to - line.text.trimStart().length;
  let table: SyntaxNode | null = syntaxTree(state).resolveInner(start, 1);
  while (table && table.name !== 'Table') table = table.parent;
  const dashes = table && dashesOf(doc, table);
  return dashes ? { line, dashes } : undefined;
}

/**
 * At the edge of a cell Backspace and Delete do nothing: without its bar, or the line break that stands for it, the
 * table would break.
 */
function keepBar(isBack: boolean): Command {
  return ({ state }) => {
    const { empty, head } = state.selection.main;
    const { line } = rowAt(state, head) ?? {};
    if (!empty || !line) return false;
    return edgesOf(line.text).includes(head - line.from - (isBack ? 1 : 0));
  };
}

/** The start of the cell in another row in the same column as a position. */
function sameCell(from: Line, at: number, to: Line): number {
  const column = edgesOf(from.text).filter((edge) => from.from + edge < at).length - 1;
  const edges = edgesOf(to.text);
  const edge = edges[Math.max(0, Math.min(column, edges.length - 2))] ?? 0;
  const blank = to.text[edge + 1] === ' ' ? 1 : 0;
  return to.from + edge + 1 + blank;
}

/** The caret skips the hidden delimiter row, and lands in the row after it on a click. */
const pastDashes = EditorState.transactionFilter.of((transaction) => {
  const { selection, startState, docChanged } = transaction;
  if (docChanged || !selection?.main.empty) return transaction;
  const { doc } = startState;
  const { head, goalColumn } = selection.main;
  const before = startState.selection.main.head;
  const { line, dashes } = rowAt(startState, head) ?? {};
  if (!line || line.number !== dashes?.number) return transaction;
  const isUp = head < before || line.number === doc.lines;
  const at = sameCell(doc.lineAt(before), before, doc.line(line.number + (isUp ? -1 : 1)));
  return [transaction, { selection: EditorSelection.cursor(at, 0, undefined, goalColumn) }];
});

/** Up and Down move to the same column of the next row, where the cell has no further line. */
function moveToRow(isDown: boolean): Command {
  return (view) => {
    const { state } = view;
    const { main } = state.selection;
    const { line, dashes } = rowAt(state, main.head) ?? {};
    if (!line || !dashes || !main.empty) return false;
    const { head } = view.moveVertically(main, isDown);
    if (head !== main.head && state.doc.lineAt(head).number === line.number) return false;
    const step = isDown ? 1 : -1;
    const next = line.number + step === dashes.number ? dashes.number + step : line.number + step;
    if (next < 1 || next > state.doc.lines) return false;
    const to = state.doc.line(next);
    if (rowAt(state, to.from)?.dashes.number !== dashes.number) return false;
    const anchor = sameCell(line, main.head, to);
    view.dispatch({ selection: { anchor }, scrollIntoView: true, userEvent: 'select' });
    return true;
  };
}

/** Keeps a rendered table intact while its cells are edited. */
export const tableKeys: Extension = [
  Prec.high(
    keymap.of([
      { key: 'Backspace', run: keepBar(true) },
      { key: 'Delete', run: keepBar(false) },
      { key: 'ArrowDown', run: moveToRow(true) },
      { key: 'ArrowUp', run: moveToRow(false) },
    ]),
  ),
  pastDashes,
  // A bar typed in a complete row is escaped.
  EditorView.inputHandler.of((view, from, to, text) => {
    if (!text.includes('|')) return false;
    const { line, dashes } = rowAt(view.state, from) ?? {};
    if (!line || !dashes || line.number === dashes.number || to > line.to) return false;
    if (cellCount(line.text) < cellCount(dashes.text)) return false;
    const insert = text.replaceAll('|', '\\|');
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      userEvent: 'input.type',
      scrollIntoView: true,
    });
    return true;
  }),
];
