import { useEffect, useRef, useState } from 'react';
import { ownPictureOf, srcSetOf } from '../../../text/own-picture.ts';

/** The picture of a person without a photo. */
const avatarUrl = '/images/avatar.svg';

/** Authors' photos that ship with the site are 256 px wide, with a 96 px version; uploaded ones have several widths. */
function smallPhotosOf(photo: string): { avif: string; webp: string } | undefined {
  const own = ownPictureOf(photo);
  if (own) return { avif: srcSetOf(own, 'avif'), webp: srcSetOf(own, 'webp') };
  const [, stem] = /^(\/images\/authors\/[a-z0-9-]+)\.webp$/.exec(photo) ?? [];
  if (stem === undefined) return undefined;
  return {
    avif: `${stem}-96.avif 96w, ${stem}.avif 256w`,
    webp: `${stem}-96.webp 96w, ${stem}.webp 256w`,
  };
}

interface PersonPhotoProps {
  readonly photo: string | null;
  /** Side length of the square, in CSS pixels. */
  readonly size: 24 | 32 | 48 | 96;
  /** Uses the address unchanged, without deriving smaller versions from it. */
  readonly isAsGiven?: boolean;
}

const sides = { 24: 'size-6', 32: 'size-8', 48: 'size-12', 96: 'size-24' } as const;

/** A person's photo beside the name, which identifies them; a generic one if there is none. */
export function PersonPhoto({ photo, size, isAsGiven = false }: PersonPhotoProps) {
  const [failedPhoto, setFailedPhoto] = useState<string>();
  const image = useRef<HTMLImageElement>(null);
  const shown = photo === null || failedPhoto === photo ? avatarUrl : photo;
  const small = isAsGiven ? undefined : smallPhotosOf(shown);

  useEffect(() => {
    // Loading may have failed before this component could listen.
    const { current } = image;
    if (photo !== null && current?.complete && current.naturalWidth === 0) setFailedPhoto(photo);
  }, [photo]);

  return (
    <picture key={shown} className="shrink-0">
      {small && <source type="image/avif" srcSet={small.avif} sizes={`${size}px`} />}
      {small && <source type="image/webp" srcSet={small.webp} sizes={`${size}px`} />}
      <img
        ref={image}
        src={shown}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => photo !== null && setFailedPhoto(photo)}
        className={`rounded-full bg-sunk object-cover ${sides[size]}`}
      />
    </picture>
  );
}
