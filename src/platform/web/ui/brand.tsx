import { Link } from 'react-router';
import { nameIn } from '../../site/own-settings.ts';
import { useSiteSettings } from '../site-settings.ts';

/** The site's name, with a link to Home. */
export function Brand() {
  const { own, mark } = useSiteSettings();
  return (
    <Link
      viewTransition
      to="/"
      className="inline-flex min-h-11 items-center gap-2 font-display text-xl font-semibold max-[26rem]:text-lg tracking-tight sm:gap-3 sm:text-2xl"
    >
      <img
        src={mark ?? '/images/mark.svg'}
        alt=""
        width={32}
        height={32}
        className={`size-7 max-[24rem]:hidden sm:size-8${mark ? ' object-cover' : ''}`}
      />
      <span
        className={`pt-[0.2em] leading-none${own?.name ? ' whitespace-normal wrap-anywhere' : ''}`}
      >
        {nameIn(own)}
      </span>
    </Link>
  );
}
