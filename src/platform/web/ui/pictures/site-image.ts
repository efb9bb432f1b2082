import { ownPictureFormats, ownPictureOf, srcSetOf } from '../../../text/own-picture.ts';

/** Further widths of the site's own pictures in pixels, besides the 1280 of the file itself. */
const widths = [480, 800] as const;
const fullWidth = 1280;
const fullHeight = 800;
const formats = ['avif', 'webp'] as const;

const shipped = /^(\/images\/(?:demo|categories)\/[a-z0-9-]+)\.webp$/;

export interface ImageSource {
  readonly type: string;
  readonly srcSet: string;
}

const ownTypes = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const;

/**
 * Smaller versions and other formats of a picture that ships with the site (`/images/demo/…` and
 * `/images/categories/…`, named by its WebP), or of an uploaded one; none for a picture of another site.
 */
export function siteImageSources(src: string): readonly ImageSource[] {
  const own = ownPictureOf(src);
  if (own) {
    return ownPictureFormats.map((format) => ({
      type: ownTypes[format],
      srcSet: srcSetOf(own, format),
    }));
  }
  const [, stem] = shipped.exec(src) ?? [];
  if (stem === undefined) return [];
  return formats.map((format) => ({
    type: `image/${format}`,
    srcSet: [
      ...widths.map((width) => `${stem}-${width}.${format} ${width}w`),
      `${stem}.${format} ${fullWidth}w`,
    ].join(', '),
  }));
}

export interface ImageSize {
  /** In pixels, also the height. */
  readonly width: number;
  readonly height: number;
}

/** Size of a picture that ships with the site or was uploaded; undefined for one of another site. */
export function siteImageSize(src: string): ImageSize | undefined {
  return shipped.test(src) ? { width: fullWidth, height: fullHeight } : ownPictureOf(src);
}

/** How a picture fills a frame that is wider than high. */
export type PictureFit = 'cover' | 'contain' | 'as-is';

/** Narrower pictures would be enlarged by more than half in most frames. */
const enlargedMin = 430;

/**
 * How a picture fits its frame: cropped, complete if it is upright, in its own size if it is tiny. A picture of another
 * site is cropped, because its size isn't known.
 */
export function fitOf(src: string): PictureFit {
  const size = siteImageSize(src);
  if (!size) return 'cover';
  if (size.width < enlargedMin) return 'as-is';
  return size.height > size.width ? 'contain' : 'cover';
}
