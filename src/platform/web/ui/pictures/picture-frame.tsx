import { useEffect, useRef, useState } from 'react';
import { ownPictureOf } from '../../../text/own-picture.ts';
import { fitOf, type PictureFit, siteImageSources } from './site-image.ts';

interface PictureFrameProps {
  /** The picture; where it can't be loaded, `fallbackSrc` stands in. */
  readonly src: string;
  /** A picture that ships with the site. */
  readonly fallbackSrc: string;
  /** Empty for a picture that only decorates: the title beside it says it already. */
  readonly alt: string;
  /** How wide the picture will be, as the `sizes` of an image, such as `(min-width: 64rem) 33vw, 100vw`. */
  readonly sizes: string;
  /** Width to height. */
  readonly ratio?: '8/5' | '3/2' | '16/9' | '1/1';
  /** True for the one picture that is in the viewport at once: loaded first, not when scrolled to. */
  readonly isFirst?: boolean;
  readonly className?: string;
}

const ratios = {
  '8/5': 'aspect-8/5',
  '3/2': 'aspect-3/2',
  '16/9': 'aspect-video',
  '1/1': 'aspect-square',
} as const;

/** A wide photograph has most often its sky to spare, and less of its ground. */
const fits: Readonly<Record<PictureFit, string>> = {
  cover: 'object-cover object-[50%_40%]',
  contain: 'object-contain',
  'as-is': 'object-scale-down',
};

/** A picture at a fixed ratio on its tint (`tint-…` on an ancestor): nothing moves when it arrives or fails. */
export function PictureFrame(props: PictureFrameProps) {
  const { src, fallbackSrc, alt, sizes, ratio = '8/5', isFirst = false, className = '' } = props;
  const [failedSrc, setFailedSrc] = useState<string>();
  const image = useRef<HTMLImageElement>(null);
  const shown = failedSrc === src ? fallbackSrc : src;
  const fit = fitOf(shown);
  // What is chosen by width is shown as wide as its place.
  const sources = fit === 'as-is' ? [] : siteImageSources(shown);
  const colour = ownPictureOf(shown)?.colour;

  useEffect(() => {
    // It may have failed before this component could listen.
    const { current } = image;
    if (current?.complete && current.naturalWidth === 0) setFailedSrc(src);
  }, [src]);

  return (
    <div
      className={`picture-frame relative overflow-hidden rounded-sm ${ratios[ratio]} ${className}`}
    >
      {colour && (
        // By an attribute, which the policy of the page lets through: a style it would not.
        <svg aria-hidden="true" className="absolute inset-0 size-full">
          <rect width="100%" height="100%" fill={colour} />
        </svg>
      )}
      <picture key={shown}>
        {sources.map(({ type, srcSet }) => (
          <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
        ))}
        <img
          ref={image}
          src={shown}
          alt={alt}
          width={1280}
          height={800}
          loading={isFirst ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : 'auto'}
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailedSrc(src)}
          className={`relative size-full ${fits[fit]}`}
        />
      </picture>
    </div>
  );
}
