import { useEffect, useRef, useState } from 'react';
import { linkHeadOf } from '../../../../../blog/web/link-head.ts';
import { paths } from '../../../../../paths.ts';
import { shorten } from '../../../../../platform/text/shorten.ts';
import { isPictureUrl } from '../../../../../platform/text/web-url.ts';
import { linkCardOf, siteImage } from '../../../../../platform/web/link-card.ts';
import { useSiteSettings } from '../../../../../platform/web/site-settings.ts';
import type { DraftText } from '../../../common/contract.ts';
import { adviceOn, type CardPicture, cardTitleMax } from './card-advice.ts';

interface CardImageProps {
  readonly src: string;
  readonly onOutcome: (picture: CardPicture) => void;
}

/** The picture as networks crop it; empty where it can't be loaded. */
function CardImage({ src, onOutcome }: CardImageProps) {
  const image = useRef<HTMLImageElement>(null);
  const look = () => {
    const { naturalWidth: width = 0, naturalHeight: height = 0 } = image.current ?? {};
    onOutcome({ status: 'shown', width, height });
  };
  // The image may have loaded or failed before hydration.
  const lookOnce = useRef(() => {
    const { current } = image;
    if (!current?.complete) return;
    if (current.naturalWidth > 0) look();
    else onOutcome({ status: 'failed' });
  });
  useEffect(() => lookOnce.current(), []);
  return (
    <img
      ref={image}
      src={src}
      alt=""
      referrerPolicy="no-referrer"
      onLoad={look}
      onError={() => onOutcome({ status: 'failed' })}
      className="aspect-191/100 w-full bg-sunk object-cover"
    />
  );
}

export interface LinkCardProps {
  /** Id of the blog, published or not; the address itself isn't shown. */
  readonly id: string;
  readonly text: Pick<DraftText, 'title' | 'imageUrl' | 'imageAlt' | 'shortDescription'>;
}

/** Link preview of the blog, from the metadata in its page's head, without requests to other sites. */
export function LinkCard({ id, text }: LinkCardProps) {
  const { siteUrl } = useSiteSettings();
  const imageUrl = text.imageUrl.trim();
  const hasImage = isPictureUrl(imageUrl);
  const { image, ...head } = linkHeadOf({ ...text, imageUrl }, paths.blog.to(id));
  const card = linkCardOf({ ...head, ...(hasImage && { image }) }, siteUrl);
  // Loaded from this page's origin, whatever the configured public address.
  const src = hasImage ? imageUrl : siteImage;
  const [tried, setTried] = useState<{ src: string; picture: CardPicture }>();
  const outcome: CardPicture = tried?.src === src ? tried.picture : { status: 'trying' };
  const picture: CardPicture = hasImage ? outcome : { status: 'none' };
  const advice = adviceOn(card, picture);
  const { host } = new URL(card.url);
  return (
    <div className="grid gap-4">
      <div className="max-w-md overflow-hidden rounded-sm border border-rule-strong">
        {picture.status !== 'failed' && (
          <CardImage key={src} src={src} onOutcome={(found) => setTried({ src, picture: found })} />
        )}
        <div className="grid gap-1 border-t border-rule px-4 py-3">
          <p className="text-xs text-faint">{host}</p>
          <p dir="auto" className="line-clamp-2 font-semibold wrap-anywhere">
            {shorten(card.title.trim(), cardTitleMax) || card.url}
          </p>
          <p dir="auto" className="line-clamp-2 text-sm text-soft wrap-anywhere empty:hidden">
            {card.description}
          </p>
        </div>
      </div>
      {advice.length > 0 && (
        <ul aria-label="What can be mended" className="grid gap-1 text-sm text-soft">
          {advice.map((sentence) => (
            <li key={sentence} className="border-l-2 border-rule-strong pl-3">
              {sentence}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
