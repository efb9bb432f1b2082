import { ownPictureOf } from '../text/own-picture.ts';
import type { Head } from './head.ts';

/** The site's own picture, which stands for a page that has none. */
export const siteImage = '/images/share.png';
const siteImageSize = { width: 1_200, height: 630 } as const;

/** What networks read of a page to show a link to it. */
export interface LinkCard {
  readonly title: string;
  readonly description: string;
  /** Absolute, as is the next. */
  readonly url: string;
  readonly image: string;
  /** In pixels; undefined for a picture from elsewhere. */
  readonly imageSize: { readonly width: number; readonly height: number } | undefined;
}

/** The card of a page: what its document's head says, and what a preview of it shows. */
export function linkCardOf(
  { title, description, canonicalPath, image }: Omit<Head, 'jsonLd'>,
  siteUrl: string,
): LinkCard {
  return {
    title,
    description,
    url: new URL(canonicalPath, siteUrl).href,
    image: new URL(image ?? siteImage, siteUrl).href,
    imageSize: image === undefined ? siteImageSize : ownPictureOf(image),
  };
}
