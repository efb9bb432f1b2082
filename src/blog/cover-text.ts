import { artworkOf, categories } from './contract.ts';

/** Whether a cover lacks an alternative text. The default artwork of a category needs none. */
export function lacksCoverText(cover: { readonly imageUrl: string; readonly imageAlt: string }) {
  const isArtwork = categories.some((name) => cover.imageUrl === artworkOf(name));
  return !isArtwork && cover.imageUrl !== '' && cover.imageAlt.trim() === '';
}
