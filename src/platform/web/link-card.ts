import type { Head } from './head.ts';
import { type ImageSize, siteImageSize } from './ui/pictures/site-image.ts';

/** The site's own picture, which stands for a page that has none. */
export const siteImage = '/images/share.png';
const shareImageSize: ImageSize = { width: 1_200, height: 630 };

/** What networks read of a page to show a link to it. */
export interface LinkCard {
  readonly title: string;
  readonly description: string;
  /** Absolute, as is the next. */
  readonly url: string;
  readonly image: string;
  /** Undefined for a picture from elsewhere. */
  readonly imageSize: ImageSize | undefined;
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
    imageSize: image === undefined ? shareImageSize : siteImageSize(image),
  };
}
