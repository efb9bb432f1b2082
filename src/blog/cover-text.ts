import { artworkOf, categories } from './contract.ts';

/** Whether a cover shows something that nobody has put into words: the site's own artwork shows nothing. */
export function lacksCoverText(cover: { readonly imageUrl: string; readonly imageAlt: string }) {
  const isArtwork = categories.some((name) => cover.imageUrl === artworkOf(name));
  return !isArtwork && cover.imageUrl !== '' && cover.imageAlt.trim() === '';
}
