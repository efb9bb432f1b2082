import { syntaxTree } from '@codemirror/language';
import { Decoration, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { SyntaxNodeRef } from '@lezer/common';
import { Drawing, type Drawn, pastAtomic } from './drawing.ts';
import { drawCard } from './shown-cards.ts';
import { drawFootnotes } from './shown-footnotes.ts';
import { drawItem, numberItems } from './shown-lists.ts';
import { drawGallery, drawPicture } from './shown-pictures.ts';
import { drawTable } from './shown-tables.ts';
import { RuleWidget } from './widgets.ts';

const lineClasses: Readonly<Record<string, string>> = {
  FencedCode: 'code-line',
  CodeBlock: 'code-line',
  Blockquote: 'quote-line',
};
/** Marks that the formatting makes redundant. */
const formatMarks: ReadonlySet<string> = new Set(['EmphasisMark', 'StrikethroughMark']);

function isHidden({ name, node }: SyntaxNodeRef): boolean {
  if (formatMarks.has(name)) return true;
  const { parent } = node;
  if (name === 'LinkMark' || name === 'URL' || name === 'LinkTitle') {
    return parent?.name === 'Link' && parent.getChild('URL') !== null;
  }
  return name === 'HeaderMark' && parent?.name.startsWith('ATX') === true;
}

/** Length of the blank after a mark. */
function blankAfter(drawing: Drawing, to: number): number {
  return drawing.state.sliceDoc(to, to + 1) === ' ' ? 1 : 0;
}

/** Draws a syntax node; false where its children are drawn with it. */
function draw(drawing: Drawing, ref: SyntaxNodeRef): boolean {
  const { name, from, to, node } = ref;
  const lineClass = lineClasses[name];
  if (lineClass) for (const line of drawing.linesOf(ref)) drawing.line(line.from, lineClass);
  switch (name) {
    case 'OrderedList':
      numberItems(drawing, node);
      return true;
    case 'ListItem':
      drawItem(drawing, node);
      return true;
    case 'Table':
      drawTable(drawing, node);
      return true;
    case 'QuoteMark':
      drawing.takeAway({ from, to: to + blankAfter(drawing, to) });
      return true;
    case 'HorizontalRule':
      if (!drawing.isTouched(ref)) drawing.replace(ref, new RuleWidget());
      return true;
    case 'Paragraph':
      return !drawGallery(drawing, node) && !drawCard(drawing, node);
    case 'Image':
      drawPicture(drawing, node);
      return false;
    case 'CodeMark':
      if (node.parent?.name === 'FencedCode') drawing.line(from, 'fence-line');
      if (!drawing.isTouched(ref)) drawing.hide(ref);
      return true;
    default:
      if (isHidden(ref) && !drawing.isTouched(ref)) {
        drawing.hide({ from, to: name === 'HeaderMark' ? to + blankAfter(drawing, to) : to });
      }
      return true;
  }
}

/** The visible Markdown, formatted; at the caret the marks of its words stay visible. */
function drawnIn(view: EditorView): Drawn {
  const { state } = view;
  const tree = syntaxTree(state);
  const touched = view.hasFocus ? state.selection.ranges : [];
  const isCode = (at: number) => /Code|HTML|URL/.test(tree.resolveInner(at, 1).name);
  const [first, last] = [view.visibleRanges.at(0), view.visibleRanges.at(-1)];
  const visible = { from: first?.from ?? 0, to: last?.to ?? 0 };
  const drawing = new Drawing(state, visible, touched);
  tree.iterate({ ...visible, enter: (node) => draw(drawing, node) });
  drawFootnotes(drawing, isCode);
  return drawing.drawn();
}

/** Hides marks of formatting, and renders lists, tables, rules and pictures. */
export const shownMarks = ViewPlugin.fromClass(
  class {
    drawn: Drawn;

    constructor(view: EditorView) {
      this.drawn = drawnIn(view);
    }

    update(update: ViewUpdate): void {
      const { docChanged, viewportChanged, selectionSet, focusChanged, view } = update;
      const isParsed = syntaxTree(update.startState) !== syntaxTree(update.state);
      if (docChanged || viewportChanged || selectionSet || focusChanged || isParsed) {
        this.drawn = drawnIn(view);
      }
    }
  },
  {
    decorations: ({ drawn }) => drawn.decorations,
    provide: (plugin) => [
      EditorView.atomicRanges.of((view) => view.plugin(plugin)?.drawn.atomic ?? Decoration.none),
      // Text typed before an item's bullet belongs after it.
      EditorView.inputHandler.of((view, from, to, text) => {
        const at = pastAtomic(view.plugin(plugin)?.drawn.atomic, from);
        if (from !== to || at === from) return false;
        view.dispatch({
          changes: { from: at, insert: text },
          selection: { anchor: at + text.length },
          userEvent: 'input.type',
          scrollIntoView: true,
        });
        return true;
      }),
    ],
  },
);
