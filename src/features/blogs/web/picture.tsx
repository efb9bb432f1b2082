import type { Category } from '../contract.ts';
import { useBrokenImage } from './broken-image.ts';
import { artworkOf, coverSourcesOf } from './picture-sources.ts';

/** Covers are shown 16:10; the size only gives the ratio, the layout decides. */
const coverSize = { width: 1280, height: 800 } as const;

export interface CoverPictureProps {
  readonly imageUrl: string;
  readonly category: Category;
  /** How wide the picture is shown, as the `sizes` of an image. */
  readonly sizes: string;
  /** Empty where the title stands beside the picture and says as much. */
  readonly alt?: string;
  /** True for the picture that a visitor sees first: it loads ahead of the others. */
  readonly isFirst?: boolean;
}

/** A blog's cover, and its category's artwork where the cover can't be loaded; never a broken icon. */
export function CoverPicture({
  imageUrl,
  category,
  sizes,
  alt = '',
  isFirst = false,
}: CoverPictureProps) {
  const cover = useBrokenImage(imageUrl);
  const artwork = useBrokenImage(artworkOf(category));
  const { isBroken, ...watch } = cover.isBroken ? artwork : cover;
  const { src, variants } = coverSourcesOf(cover.isBroken ? artworkOf(category) : imageUrl);
  return (
    <picture className="cover" data-category={category}>
      {variants && <source type="image/avif" srcSet={variants.avif} sizes={sizes} />}
      {variants && <source type="image/webp" srcSet={variants.webp} sizes={sizes} />}
      {!isBroken && (
        <img
          key={src}
          src={src}
          alt={alt}
          {...coverSize}
          {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
          decoding="async"
          {...(!variants && { referrerPolicy: 'no-referrer' })}
          {...watch}
        />
      )}
    </picture>
  );
}
