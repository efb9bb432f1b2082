import { useEffect, useRef, useState } from 'react';
import { ownPictureOf } from '../../../text/own-picture.ts';
import { fitOf, type PictureFit, siteImageSources } from './site-image.ts';

interface PictureFrameProps {
  /** The picture's address; if it can't be loaded, `fallbackSrc` is shown. */
  readonly src: string;
  /** A picture that ships with the site. */
  readonly fallbackSrc: string;
  /** Empty for a decorative picture, whose subject is in the title beside it. */
  readonly alt: string;
  /** The `sizes` attribute of the image, such as `(min-width: 64rem) 33vw, 100vw`. */
  readonly sizes: string;
  /** Ratio of width to height. */
  readonly ratio?: '8/5' | '3/2' | '16/9' | '1/1';
  /** True for the one picture in the initial viewport: loaded eagerly and with high priority. */
  readonly isFirst?: boolean;
  readonly className?: string;
}

const ratios = {
  '8/5': 'aspect-8/5',
  '3/2': 'aspect-3/2',
  '16/9': 'aspect-video',
  '1/1': 'aspect-square',
} as const;

/** Crops wide photographs slightly more at the bottom than at the top. */
const fits: Readonly<Record<PictureFit, string>> = {
  cover: 'object-cover object-[50%_40%]',
  contain: 'object-contain',
  'as-is': 'object-scale-down',
};

/** A picture with a fixed ratio on its tint (`tint-…` on an ancestor): no layout shift when it loads or fails. */
export function PictureFrame(props: PictureFrameProps) {
  const { src, fallbackSrc, alt, sizes, ratio = '8/5', isFirst = false, className = '' } = props;
  const [failedSrc, setFailedSrc] = useState<string>();
  const image = useRef<HTMLImageElement>(null);
  const shown = failedSrc === src ? fallbackSrc : src;
  const fit = fitOf(shown);
  // Pictures with a choice of widths are shown at the full width of their place.
  const sources = fit === 'as-is' ? [] : siteImageSources(shown);
  const colour = ownPictureOf(shown)?.colour;

  useEffect(() => {
    // Loading may have failed before this component could listen.
    const { current } = image;
    if (current?.complete && current.naturalWidth === 0) setFailedSrc(src);
  }, [src]);

  return (
    <div
      className={`picture-frame relative overflow-hidden rounded-sm ${ratios[ratio]} ${className}`}
    >
      {colour && (
        // An attribute, which the page's Content-Security-Policy allows, unlike an inline style.
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
