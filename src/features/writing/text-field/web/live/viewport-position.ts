import { EditorSelection, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { Selection } from '../markdown-commands.ts';
import type { ViewportPosition } from '../text-surface.ts';

/**
 * Pixels at the top and bottom of the window that bars and the on-screen keyboard cover, from the properties that
 * `WritingBar` and `PictureStrip` set.
 */
function coveredRoom(): { top: number; bottom: number } {
  const style = getComputedStyle(document.documentElement);
  const px = (name: string) => Number.parseFloat(style.getPropertyValue(name)) || 0;
  const lines = 64;
  return {
    top: px('--sight-top') + px('--bar-height') + px('--uploads-height') + lines,
    bottom: px('--sight-bottom') + lines,
  };
}

/**
 * Scrolls the caret clear of the bars. The margins apply only while scrolling: the library treats them as a covered
 * part of the editor, and would hide tooltips there.
 */
export function scrollMargins(): Extension {
  let isScrolling = false;
  return [
    EditorView.scrollHandler.of(() => {
      isScrolling = true;
      queueMicrotask(() => (isScrolling = false));
      return false;
    }),
    EditorView.scrollMargins.of(() => (isScrolling ? coveredRoom() : null)),
  ];
}

/** The position in the text at the top of the visible area. */
export function viewportOf(view: EditorView): ViewportPosition {
  const { top } = coveredRoom();
  const { left } = view.contentDOM.getBoundingClientRect();
  const at = view.posAtCoords({ x: left + 1, y: top }, false);
  return { at, below: (view.coordsAtPos(at, 1)?.top ?? top) - top };
}

/**
 * Restores selection and scroll position; without a stored position the caret is centred. CodeMirror measures only the
 * visible part of a long text, so the position is stored as an offset in the text, not in pixels of the page.
 */
export function restorePosition(
  view: EditorView,
  selection: Selection,
  viewport: ViewportPosition | undefined,
): void {
  const within = (at: number) => Math.min(at, view.state.doc.length);
  const { start, end } = selection;
  view.dispatch({
    selection: { anchor: within(start), head: within(end) },
    effects: viewport
      ? EditorView.scrollIntoView(EditorSelection.cursor(within(viewport.at), 1), {
          y: 'start',
          yMargin: viewport.below,
        })
      : EditorView.scrollIntoView(within(end), { y: 'center' }),
  });
}
