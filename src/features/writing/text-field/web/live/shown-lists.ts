import type { SyntaxNode } from '@lezer/common';
import type { Drawing } from './drawing.ts';
import { BulletWidget, TaskWidget } from './widgets.ts';

/** Maximum depth that is drawn; deeper lists look like this. */
const depthMax = 6;

function depthOf(item: SyntaxNode): number {
  let depth = 0;
  for (let node: SyntaxNode | null = item; node; node = node.parent) {
    if (node.name === 'ListItem') depth += 1;
  }
  return Math.min(depth, depthMax);
}

/** Start of a line, with optional quote marks. */
const quotes = /^(?:[ \t]{0,3}> ?)*/;

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
        drawing.takeAway({ from: begins, to: mark.from });
        drawing.mark({ from: mark.from, to: mark.to + 1 }, 'item-mark number');
      }
    } else if (!within.some((list) => list.from <= line.to && list.to >= line.from)) {
      const blanks = /^[ \t]*/.exec(line.text.slice(begins - line.from))?.[0].length ?? 0;
      drawing.line(line.from, depth);
      drawing.takeAway({ from: begins, to: Math.min(begins + blanks, line.from + contentColumn) });
    }
  }
}
