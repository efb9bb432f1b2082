import { addCopyButtons } from './add-copy-buttons.ts';
import { freeWideBlocks } from './free-wide-blocks.ts';
import { markCurrentPart } from './mark-current-part.ts';
import { openNotesInPlace } from './open-notes-in-place.ts';
import { playVideos } from './play-videos.ts';
import { zoomPictures } from './zoom-pictures.ts';

/** The abort controllers of enhanced texts. */
const lives = new WeakMap<HTMLElement, AbortController>();

function begin(text: HTMLElement): AbortController {
  const life = new AbortController();
  lives.set(text, life);
  markCurrentPart(text, life.signal);
  openNotesInPlace(text, life.signal);
  addCopyButtons(text, life.signal);
  freeWideBlocks(text, life.signal);
  zoomPictures(text, life.signal);
  playVideos(text, life.signal);
  return life;
}

/**
 * Enhances a rendered article: contents, footnotes, copy buttons, pictures below the side column, zoom, videos. An
 * article enhanced before hydration stays as it is. Returns the function that undoes it.
 */
export function enhanceArticle(text: HTMLElement): () => void {
  const life = lives.get(text) ?? begin(text);
  return () => {
    lives.delete(text);
    life.abort();
  };
}
