import { syntaxTree } from '@codemirror/language';
import type { EditorState, Range } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import type { SyntaxNodeRef } from '@lezer/common';
import { isPictureUrl } from '../../../../../platform/text/web-url.ts';

/** A picture where its Markdown stands. */
class PictureWidget extends WidgetType {
  readonly #url: string;
  readonly #alt: string;

  constructor(url: string, alt: string) {
    super();
    this.#url = url;
    this.#alt = alt;
  }

  override eq(other: PictureWidget): boolean {
    return other.#url === this.#url && other.#alt === this.#alt;
  }

  override toDOM(): HTMLElement {
    const picture = document.createElement('img');
    picture.alt = this.#alt;
    picture.decoding = 'async';
    // What can't be loaded leaves its description, as in the article.
    picture.src = this.#url;
    picture.className = 'picture';
    return picture;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

const hidden = Decoration.replace({});
const lineClasses: Readonly<Record<string, string>> = {
  FencedCode: 'code-line',
  CodeBlock: 'code-line',
  Blockquote: 'quote-line',
  Table: 'table-line',
};
/** Marks whose meaning is seen without them. */
const formatMarks: ReadonlySet<string> = new Set(['EmphasisMark', 'StrikethroughMark']);

function linesOf(state: EditorState, { from, to }: { readonly from: number; readonly to: number }) {
  const first = state.doc.lineAt(from).number;
  const last = state.doc.lineAt(to).number;
  return Array.from({ length: last - first + 1 }, (_, index) => state.doc.line(first + index));
}

function isHidden({ name, node }: SyntaxNodeRef): boolean {
  if (formatMarks.has(name)) return true;
  const { parent } = node;
  if (name === 'CodeMark') return parent?.name === 'InlineCode';
  if (name === 'LinkMark' || name === 'URL' || name === 'LinkTitle') {
    return parent?.name === 'Link' && parent.getChild('URL') !== null;
  }
  return name === 'HeaderMark' && parent?.name.startsWith('ATX') === true;
}

/** The Markdown in sight as it will be read; where the caret is, its marks are seen as well. */
function decorationsOf(view: EditorView): DecorationSet {
  const { state } = view;
  const ranges: Range<Decoration>[] = [];
  const touched = view.hasFocus ? state.selection.ranges : [];
  const isTouched = (from: number, to: number) => {
    const start = state.doc.lineAt(from).from;
    const end = state.doc.lineAt(to).to;
    return touched.some((range) => range.from <= end && range.to >= start);
  };

  function addPicture({ from, to, node }: SyntaxNodeRef): void {
    const address = node.getChild('URL');
    const url = address ? state.sliceDoc(address.from, address.to) : '';
    if (!isPictureUrl(url)) return;
    const [open, close] = node.getChildren('LinkMark');
    const alt = open && close ? state.sliceDoc(open.to, close.from) : '';
    const widget = new PictureWidget(url, alt);
    ranges.push(
      isTouched(from, to)
        ? Decoration.widget({ widget, side: 1 }).range(to)
        : Decoration.replace({ widget }).range(from, to),
    );
  }

  for (const visible of view.visibleRanges) {
    syntaxTree(state).iterate({
      ...visible,
      enter(node) {
        const { name, from, to } = node;
        const lineClass = lineClasses[name];
        if (lineClass) {
          const seen = { from: Math.max(from, visible.from), to: Math.min(to, visible.to) };
          for (const line of linesOf(state, seen)) {
            ranges.push(Decoration.line({ class: lineClass }).range(line.from));
          }
        } else if (name === 'Image') {
          addPicture(node);
          return false;
        } else if (isHidden(node) && from < to && !isTouched(from, to)) {
          const blank = name === 'HeaderMark' && state.sliceDoc(to, to + 1) === ' ' ? 1 : 0;
          ranges.push(hidden.range(from, to + blank));
        }
        return undefined;
      },
    });
  }
  return Decoration.set(ranges, true);
}

/** Hides what only says how the words look, and shows pictures, on all lines but the caret's. */
export const shownMarks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = decorationsOf(view);
    }

    update(update: ViewUpdate): void {
      const { docChanged, viewportChanged, selectionSet, focusChanged, view } = update;
      const isParsed = syntaxTree(update.startState) !== syntaxTree(update.state);
      if (docChanged || viewportChanged || selectionSet || focusChanged || isParsed) {
        this.decorations = decorationsOf(view);
      }
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
