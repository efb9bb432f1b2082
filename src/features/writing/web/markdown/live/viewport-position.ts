import { EditorSelection } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { Selection } from '../markdown-commands.ts';
import type { ViewportPosition } from '../text-surface.ts';

/** What stands in the way at the top and bottom of the window, as `useVisibleArea` has told the styles. */
export function coveredRoom(): { top: number; bottom: number } {
  const style = getComputedStyle(document.documentElement);
  const px = (name: string) => Number.parseFloat(style.getPropertyValue(name)) || 0;
  const lines = 64;
  return {
    top: px('--sight-top') + px('--bar-height') + lines,
    bottom: px('--sight-bottom') + lines,
  };
}

/** Of the text, where the page is scrolled to. */
export function viewportOf(view: EditorView): ViewportPosition {
  const { top } = coveredRoom();
  const { left } = view.contentDOM.getBoundingClientRect();
  const at = view.posAtCoords({ x: left + 1, y: top }, false);
  return { at, below: (view.coordsAtPos(at, 1)?.top ?? top) - top };
}

/**
 * Selects anew, and scrolls the page to where it was; where nobody knows, so that the caret is in its middle. Of a long
 * text only what is in sight has been measured: places tell where it is, pixels of the page don't.
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
