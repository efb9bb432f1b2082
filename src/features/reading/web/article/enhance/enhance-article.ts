import { addCopyButtons } from './add-copy-buttons.ts';
import { markCurrentPart } from './mark-current-part.ts';
import { openNotesInPlace } from './open-notes-in-place.ts';
import { zoomPictures } from './zoom-pictures.ts';

/** Enhances a rendered article: contents, footnotes, copy buttons, zoom. The signal undoes it. */
export function enhanceArticle(text: HTMLElement, signal: AbortSignal): void {
  markCurrentPart(text, signal);
  openNotesInPlace(text, signal);
  addCopyButtons(text, signal);
  zoomPictures(text, signal);
}
