import { Link } from 'react-router';
import { nameIn } from '../../site/own-settings.ts';
import { useSiteSettings } from '../site-settings.ts';
import { SiteMark } from './site-mark.tsx';

/** The site's name, leading home. */
export function Brand() {
  const { own } = useSiteSettings();
  return (
    <Link
      viewTransition
      to="/"
      className="inline-flex min-h-11 items-center gap-2 font-display text-xl font-semibold max-[24rem]:text-lg tracking-tight sm:gap-3 sm:text-2xl"
    >
      <SiteMark own={own} />
      <span
        className={`pt-[0.2em] leading-none${own?.name ? ' whitespace-normal wrap-anywhere' : ''}`}
      >
        {nameIn(own)}
      </span>
    </Link>
  );
}
