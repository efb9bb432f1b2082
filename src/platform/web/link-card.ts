import type { Head } from './head.ts';
import { type ImageSize, siteImageSize } from './ui/pictures/site-image.ts';

/** The site's default picture for link previews. */
export const siteImage = '/images/share.png';
const shareImageSize: ImageSize = { width: 1_200, height: 630 };

/** The data of a link preview on social networks. */
export interface LinkCard {
  readonly title: string;
  readonly description: string;
  /** Absolute, also `image`. */
  readonly url: string;
  readonly image: string;
  /** Undefined for a picture of another site. */
  readonly imageSize: ImageSize | undefined;
}

/** The link preview of a page: for the document's head and for the preview on the site. */
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
