import type { SyntaxNode } from '@lezer/common';
import type { Drawing } from './drawing.ts';
import { BulletWidget, NumberWidget, TaskWidget } from './widgets.ts';

/** Maximum depth that is drawn; deeper lists look like this. */
const depthMax = 6;

function depthOf(item: SyntaxNode): number {
  let depth = 0;
  for (let node: SyntaxNode | null = item; node; node = node.parent) {
    if (node.name === 'ListItem') depth += 1;
  }
  return Math.min(depth, depthMax);
}

/** Notes the numbers of a list's items: readers see them count up from the first one, whatever the others say. */
export function numberItems(drawing: Drawing, list: SyntaxNode): void {
  const { state, visible, numbers } = drawing;
  const mark = list.getChild('ListItem')?.getChild('ListMark');
  if (!mark) return;
  let number = Number(state.sliceDoc(mark.from, mark.to - 1));
  for (let item = list.firstChild; item && item.from <= visible.to; item = item.nextSibling) {
    if (item.name !== 'ListItem') continue;
    if (item.to >= visible.from) numbers.set(item.from, number);
    number += 1;
  }
}

/** Start of a line, with optional quote marks. */
const quotes = /^(?:[ \t]{0,3}> ?)*/;

/** The number as it is written, or a widget where readers see another one. */
function drawNumber(drawing: Drawing, item: SyntaxNode, mark: SyntaxNode, begins: number): void {
  const { state, numbers } = drawing;
  const written = state.sliceDoc(mark.from, mark.to - 1);
  const dot = state.sliceDoc(mark.to - 1, mark.to);
  const number = numbers.get(item.from) ?? Number(written);
  if (number === Number(written)) {
    drawing.takeAway({ from: begins, to: mark.from });
    drawing.mark({ from: mark.from, to: mark.to + 1 }, 'item-mark number');
  } else {
    drawing.takeAway({ from: begins, to: mark.to + 1 }, new NumberWidget(`${number}${dot}`));
  }
}

/**
 * A list item with its mark in the margin: a bullet, a number or a checkbox. Indentation is hidden, since the layout
 * shows it.
 */
export function drawItem(drawing: Drawing, item: SyntaxNode): void {
  const { state } = drawing;
  const mark = item.getChild('ListMark');
  // A thematic break may also begin with a list mark.
  if (!mark || state.sliceDoc(mark.to, mark.to + 1) !== ' ') return;
  const first = state.doc.lineAt(mark.from);
  const contentColumn = mark.to + 1 - first.from;
  const depth = `item depth-${depthOf(item)}`;
  const within = [...item.getChildren('BulletList'), ...item.getChildren('OrderedList')];

  for (const line of drawing.linesOf(item)) {
    const begins = line.from + (quotes.exec(line.text)?.[0].length ?? 0);
    if (line.number === first.number) {
      drawing.line(line.from, `${depth} item-first`);
      const box = item.getChild('Task')?.getChild('TaskMarker');
      if (box) {
        const isDone = state.sliceDoc(box.from + 1, box.to - 1) !== ' ';
        drawing.takeAway({ from: begins, to: box.to + 1 }, new TaskWidget(isDone));
        if (isDone) drawing.mark({ from: box.to + 1, to: line.to }, 'done');
      } else if (item.parent?.name === 'BulletList') {
        drawing.takeAway({ from: begins, to: mark.to + 1 }, new BulletWidget());
      } else {
        drawNumber(drawing, item, mark, begins);
      }
    } else if (!within.some((list) => list.from <= line.to && list.to >= line.from)) {
      const blanks = /^[ \t]*/.exec(line.text.slice(begins - line.from))?.[0].length ?? 0;
      drawing.line(line.from, depth);
      drawing.takeAway({ from: begins, to: Math.min(begins + blanks, line.from + contentColumn) });
    }
  }
}
