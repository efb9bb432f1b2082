import { EditorSelection, EditorState, type Extension, type Line, Prec } from '@codemirror/state';
import { type Command, EditorView, keymap } from '@codemirror/view';
import { barsOf, isDashes, isRow } from '../habits/table-rows.ts';

interface Row {
  readonly line: Line;
  /** The delimiter row of its table. */
  readonly dashes: Line;
}

/** The table row at a position; undefined for none. */
function rowAt({ doc }: EditorState, at: number): Row | undefined {
  const line = doc.lineAt(at);
  const isDashesAt = (number: number) =>
    number > 1 &&
    number <= doc.lines &&
    isRow(doc.line(number).text) &&
    isDashes(doc.line(number).text);
  // The heading row is above the delimiter row.
  let number = isDashesAt(line.number + 1) ? line.number + 1 : line.number;
  while (number > 1 && isRow(doc.line(number).text) && !isDashesAt(number)) number -= 1;
  const dashes = doc.line(number);
  const isTable = isRow(dashes.text) && isDashesAt(number) && isRow(doc.line(number - 1).text);
  return isTable && isRow(line.text) ? { line, dashes } : undefined;
}

function isBar({ doc }: EditorState, at: number): boolean {
  if (doc.sliceString(at, at + 1) !== '|') return false;
  const line = doc.lineAt(at);
  return barsOf(line.text).includes(at - line.from);
}

/** At the edge of a cell Backspace and Delete do nothing: without its bar the table would break. */
function keepBar(isBack: boolean): Command {
  return ({ state }) => {
    const { main } = state.selection;
    const at = isBack ? main.head - 1 : main.head;
    return main.empty && at >= 0 && isBar(state, at) && rowAt(state, at) !== undefined;
  };
}

/** The start of the cell in another row in the same column as a position. */
function sameCell(from: Line, at: number, to: Line): number {
  const column = barsOf(from.text).filter((bar) => from.from + bar < at).length - 1;
  const bars = barsOf(to.text);
  const bar = bars[Math.max(0, Math.min(column, bars.length - 2))] ?? 0;
  const blank = to.text[bar + 1] === ' ' ? 1 : 0;
  return to.from + bar + 1 + blank;
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
    if (next < 1 || next > state.doc.lines || !isRow(state.doc.line(next).text)) return false;
    const anchor = sameCell(line, main.head, state.doc.line(next));
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
    if (barsOf(line.text).length < barsOf(dashes.text).length) return false;
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
