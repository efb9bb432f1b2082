import type { Category } from '../contract.ts';

/** Widths that a picture shipped with the site comes in; the last is the file that is named without a width. */
const coverWidths = [480, 800, 1280] as const;

/** A picture in the modern formats, with the plain file for browsers that know neither. */
export interface PictureSources {
  readonly src: string;
  /** Nothing for a picture from elsewhere, of which only one file is known. */
  readonly variants?: { readonly avif: string; readonly webp: string };
}

function shippedName(url: string, folder: string): string | undefined {
  return new RegExp(`^(/images/${folder}[\\w-]+)\\.webp$`).exec(url)?.[1];
}

function coverVariants(name: string, extension: 'avif' | 'webp'): string {
  return coverWidths
    .map((width) => `${name}${width === 1280 ? '' : `-${width}`}.${extension} ${width}w`)
    .join(', ');
}

/** The files of a blog's cover: pictures under `/images/` ship in three widths and two formats. */
export function coverSourcesOf(url: string): PictureSources {
  const name = shippedName(url, '(?:[\\w-]+/)+');
  if (name === undefined) return { src: url };
  return {
    src: url,
    variants: { avif: coverVariants(name, 'avif'), webp: coverVariants(name, 'webp') },
  };
}

/** The files of an author's photo: those under `/images/authors/` ship at 96 px too. */
export function photoSourcesOf(url: string): PictureSources {
  const name = shippedName(url, 'authors/');
  if (name === undefined) return { src: url };
  return { src: `${name}-96.webp`, variants: { avif: `${name}-96.avif`, webp: `${name}-96.webp` } };
}

/** The drawing that stands in for a cover that can't be loaded. */
export function artworkOf(category: Category): string {
  return `/images/categories/${category.toLowerCase()}.webp`;
}

/** The face of whoever has no photo. */
export const avatarUrl = '/images/avatar.svg';
