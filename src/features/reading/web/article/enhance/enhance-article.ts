import { addCopyButtons } from './add-copy-buttons.ts';
import { markCurrentPart } from './mark-current-part.ts';
import { openNotesInPlace } from './open-notes-in-place.ts';
import { zoomPictures } from './zoom-pictures.ts';

/** Adds to a text what it has a use for, until the signal. */
export function enhanceArticle(text: HTMLElement, signal: AbortSignal): void {
  markCurrentPart(text, signal);
  openNotesInPlace(text, signal);
  addCopyButtons(text, signal);
  zoomPictures(text, signal);
}
