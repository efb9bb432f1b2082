import type { Edit, Selection } from './markdown-commands.ts';
import { scrollToCaret } from './scroll-to-caret.ts';

/** Common interface of both text fields for commands, habits and pastes. */
export interface TextSurface {
  readonly text: string;
  /** Length of the text in characters. */
  readonly length: number;
  readonly selection: Selection;
  /** False where the text is read-only or its field was removed. */
  readonly takesEdits: boolean;
  /** Selects a range, scrolls to it and focuses the field. */
  select(place: Selection): void;
  /** Applies an edit with undo support, and focuses the field. */
  apply(edit: Edit): void;
  /** The same without moving the focus. */
  applyBeside(edit: Edit): void;
}

/** Selection and focus, passed to the other editor when the view is switched. */
export interface Caret {
  readonly selection: Selection;
  readonly hasFocus: boolean;
}

/** The scroll position of a text: an offset in it, and its distance in CSS pixels from the top of the visible area. */
export interface ViewportPosition {
  readonly at: number;
  readonly below: number;
}

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

/** Browsers take hundreds of milliseconds to insert more lines into a long text as typing: the value is set instead. */
const typedLinesMax = 30;

/** The last edit that the browser's undo history lacks. */
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
 * Only `execCommand` inserts text with browser undo; where it fails or would be too slow, the value is set, and
 * `undoSet` reverts it.
 */
function applyEdit(area: HTMLTextAreaElement, { from, to, insert, select, next }: Edit): void {
  area.focus();
  area.setSelectionRange(from, to);
  const isLong = insert.split('\n', typedLinesMax + 1).length > typedLinesMax;
  // Without a change only the caret moves: deleting an empty range would delete the letter before it.
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

/** Reverts an edit made by setting the value, like Ctrl+Z; false where the last edit was typed. */
export function undoSet(area: HTMLTextAreaElement): boolean {
  const undone = lastSet;
  if (undone?.area !== area || undone.after !== area.value) return false;
  lastSet = undefined;
  area.value = undone.before;
  area.setSelectionRange(undone.at.start, undone.at.end);
  area.dispatchEvent(new Event('input', { bubbles: true }));
  return true;
}
