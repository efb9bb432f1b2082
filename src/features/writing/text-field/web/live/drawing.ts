import type { EditorState, Range } from '@codemirror/state';
import { Decoration, type DecorationSet, type WidgetType } from '@codemirror/view';

/** A range of a text, in UTF-16 units. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

export interface Drawn {
  readonly decorations: DecorationSet;
  /** Ranges that the caret skips in one step, and one keystroke deletes. */
  readonly atomic: DecorationSet;
}

const nothing = Decoration.replace({});
/** Longer than all marks before a line's words. */
const atomicReach = 100;

/** Collects the decorations of the visible part of a text. */
export class Drawing {
  readonly state: EditorState;
  readonly visible: Part;
  /** Numbers of the items of ordered lists as readers see them, by the items' positions. */
  readonly numbers = new Map<number, number>();
  readonly #touched: readonly Part[];
  readonly #ranges: Range<Decoration>[] = [];
  readonly #atomic: Range<Decoration>[] = [];

  /** `touched` are the ranges of the caret and selections. */
  constructor(state: EditorState, visible: Part, touched: readonly Part[]) {
    this.state = state;
    this.visible = visible;
    this.#touched = touched;
  }

  /** Whether the caret is in one of the lines of this part. */
  isTouched({ from, to }: Part): boolean {
    const start = this.state.doc.lineAt(from).from;
    const end = this.state.doc.lineAt(to).to;
    return this.#touched.some((one) => one.from <= end && one.to >= start);
  }

  /** Whether a part has no line break. */
  isInLine({ from, to }: Part): boolean {
    return to <= this.state.doc.lineAt(from).to;
  }

  /** The visible lines of this range. */
  linesOf({ from, to }: Part) {
    const { doc } = this.state;
    const first = doc.lineAt(Math.max(from, this.visible.from)).number;
    const last = doc.lineAt(Math.min(to, this.visible.to)).number;
    const count = Math.max(0, last - first + 1);
    return Array.from({ length: count }, (_, index) => doc.line(first + index));
  }

  line(at: number, name: string): void {
    this.#ranges.push(Decoration.line({ class: name }).range(this.state.doc.lineAt(at).from));
  }

  mark({ from, to }: Part, name: string): void {
    if (from < to) this.#ranges.push(Decoration.mark({ class: name }).range(from, to));
  }

  /** Hides a range within a line; the library lets no plugin take away a line break. */
  hide({ from, to }: Part): void {
    if (from < to && this.isInLine({ from, to })) this.#ranges.push(nothing.range(from, to));
  }

  /** Replaces a range by a widget. */
  replace({ from, to }: Part, widget: WidgetType): void {
    this.#ranges.push(Decoration.replace({ widget }).range(from, to));
  }

  /** Shows a widget after a range. */
  after({ to }: Part, widget: WidgetType): void {
    this.#ranges.push(Decoration.widget({ widget, side: 1 }).range(to));
  }

  /** Hides a range, or replaces it by a widget, as an atomic range that the caret skips. */
  takeAway(part: Part, widget?: WidgetType): void {
    const { from, to } = part;
    if (from >= to) return;
    if (widget) this.replace(part, widget);
    else this.hide(part);
    this.#atomic.push(nothing.range(from, to));
  }

  drawn(): Drawn {
    return {
      decorations: Decoration.set(this.#ranges, true),
      atomic: Decoration.set(this.#atomic, true),
    };
  }
}

/** The first position from here on that isn't before an atomic range. */
export function pastAtomic(atomic: DecorationSet | undefined, at: number): number {
  let past = at;
  atomic?.between(at, at + atomicReach, (from, to) => {
    if (from === past) past = to;
  });
  return past;
}
