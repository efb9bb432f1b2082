import { useBrokenImage } from './broken-image.ts';
import { avatarUrl, photoSourcesOf } from './picture-sources.ts';

export interface AuthorPhotoProps {
  readonly photo: string | null;
  /** Side of the square, in CSS pixels. */
  readonly size: number;
}

/** An author's face beside their name, which says who it is; the generic one where there is none. */
export function AuthorPhoto({ photo, size }: AuthorPhotoProps) {
  const { isBroken, ...watch } = useBrokenImage(photo ?? avatarUrl);
  const { src, variants } = photoSourcesOf(isBroken || photo === null ? avatarUrl : photo);
  return (
    <picture className="author-photo">
      {variants && <source type="image/avif" srcSet={variants.avif} />}
      <img
        key={src}
        src={src}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        {...(!variants && { referrerPolicy: 'no-referrer' })}
        {...watch}
      />
    </picture>
  );
}
