import type { Edit, Selection } from './markdown-commands.ts';
import { scrollToCaret } from './scroll-to-caret.ts';

/** What a text is written on: commands, habits and pastes know no more of it. */
export interface TextSurface {
  readonly text: string;
  /** Characters of the text. */
  readonly length: number;
  readonly selection: Selection;
  /** False where it can't be changed, or is gone. */
  readonly takesEdits: boolean;
  /** Puts the caret at a place, in sight, and gives it the focus. */
  select(place: Selection): void;
  /** Changes the text as typing would, so that undo takes it back, and gives it the focus. */
  apply(edit: Edit): void;
  /** The same, and the focus stays where it is. */
  applyBeside(edit: Edit): void;
}

/** Selection and focus, which the other editor takes over when the view is switched. */
export interface Caret {
  readonly selection: Selection;
  readonly hasFocus: boolean;
}

/** The scroll position of a text: an offset in it, and its distance in CSS pixels from the top of the visible area. */
export interface ViewportPosition {
  readonly at: number;
  readonly below: number;
}

/** A text area as what is written on. */
export function areaSurface(area: HTMLTextAreaElement): TextSurface {
  return {
    get text() {
      return area.value;
    },
    get length() {
      return area.textLength;
    },
    get selection() {
      return { start: area.selectionStart, end: area.selectionEnd };
    },
    get takesEdits() {
      return area.isConnected && !area.readOnly;
    },
    select({ start, end }) {
      area.setSelectionRange(start, end);
      area.focus();
    },
    apply: (edit) => applyEdit(area, edit),
    applyBeside({ from, to, insert, select }) {
      if (document.activeElement === area) return applyEdit(area, { from, to, insert, select });
      area.setSelectionRange(from, to);
      setText(area, insert);
      area.setSelectionRange(select.start, select.end);
    },
  };
}

/** More lines than these take a browser hundreds of milliseconds to type into a long text: they are set. */
const typedLinesMax = 30;

/** The last change that the browser's own undo knows nothing of. */
let lastSet:
  | { area: HTMLTextAreaElement; before: string; after: string; at: Selection }
  | undefined;

function setText(area: HTMLTextAreaElement, insert: string): void {
  const { value: before, selectionStart: start, selectionEnd: end } = area;
  area.setRangeText(insert, start, end, 'end');
  lastSet = { area, before, after: area.value, at: { start, end } };
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * `execCommand` is the only way that browsers have to type; where one refuses, and where it would take too long, the
 * text is set, which `undoSet` takes back.
 */
function applyEdit(area: HTMLTextAreaElement, { from, to, insert, select, next }: Edit): void {
  area.focus();
  area.setSelectionRange(from, to);
  const isLong = insert.split('\n', typedLinesMax + 1).length > typedLinesMax;
  // Only the caret moves: there, to delete would take the letter before it.
  const isMove = from === to && insert === '';
  const isDone =
    isMove ||
    (!isLong &&
      (insert === ''
        ? document.execCommand('delete')
        : document.execCommand('insertText', false, insert)));
  if (!isDone) setText(area, insert);
  area.setSelectionRange(select.start, select.end);
  if (next) applyEdit(area, next);
  else if (insert.includes('\n')) scrollToCaret(area);
}

/** Takes back what was set, as Ctrl+Z would; false where the last change was typed. */
export function undoSet(area: HTMLTextAreaElement): boolean {
  const undone = lastSet;
  if (undone?.area !== area || undone.after !== area.value) return false;
  lastSet = undefined;
  area.value = undone.before;
  area.setSelectionRange(undone.at.start, undone.at.end);
  area.dispatchEvent(new Event('input', { bubbles: true }));
  return true;
}
