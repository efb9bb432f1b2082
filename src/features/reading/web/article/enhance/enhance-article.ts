import { addCopyButtons } from './add-copy-buttons.ts';
import { freePictures } from './free-pictures.ts';
import { markCurrentPart } from './mark-current-part.ts';
import { openNotesInPlace } from './open-notes-in-place.ts';
import { playVideos } from './play-videos.ts';
import { zoomPictures } from './zoom-pictures.ts';

/** By text, what undoes its enhancements. */
const lives = new WeakMap<HTMLElement, AbortController>();

function begin(text: HTMLElement): AbortController {
  const life = new AbortController();
  lives.set(text, life);
  markCurrentPart(text, life.signal);
  openNotesInPlace(text, life.signal);
  addCopyButtons(text, life.signal);
  freePictures(text, life.signal);
  zoomPictures(text, life.signal);
  playVideos(text, life.signal);
  return life;
}

/**
 * Enhances a rendered article: contents, footnotes, copy buttons, pictures below the side column, zoom, videos. One that was enhanced before it was hydrated stays as
 * it is. Returns how to undo it.
 */
export function enhanceArticle(text: HTMLElement): () => void {
  const life = lives.get(text) ?? begin(text);
  return () => {
    lives.delete(text);
    life.abort();
  };
}
