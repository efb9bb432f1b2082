import { siteIntro } from '../../platform/site/own-settings.ts';
import { useSiteSettings } from '../../platform/web/site-settings.ts';
import { Button, buttonClass } from '../../platform/web/ui/button.tsx';

/** Available widths of the banner's picture in pixels. */
const widths = [
  { file: 'hero-800', width: 800 },
  { file: 'hero-1280', width: 1280 },
  { file: 'hero', width: 1920 },
] as const;
const sizes = '(min-width: 64rem) 68vw, 100vw';

function srcSetOf(format: 'avif' | 'webp'): string {
  return widths.map(({ file, width }) => `/images/${file}.${format} ${width}w`).join(', ');
}

interface HeroProps {
  readonly isPaused: boolean;
  /** Id of the section that the button scrolls to. */
  readonly targetId: string;
}

/** The banner: a slowly zooming picture under a pulsing shade. */
export function Hero({ isPaused, targetId }: HeroProps) {
  // Rarely rendered: the compiler's memoization costs more than it saves.
  'use no memo';
  const { own } = useSiteSettings();
  const scrollToTarget = () => {
    const target = document.getElementById(targetId);
    if (!target) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth' });
  };
  return (
    <header className="hero" data-paused={isPaused || undefined}>
      <picture>
        <source type="image/avif" srcSet={srcSetOf('avif')} sizes={sizes} />
        <source type="image/webp" srcSet={srcSetOf('webp')} sizes={sizes} />
        <img
          src="/images/hero.webp"
          alt=""
          width={1920}
          height={600}
          fetchPriority="high"
          className="hero-picture"
        />
      </picture>
      <div aria-hidden="true" className="hero-overlay" />
      <div className="hero-words">
        <h1 tabIndex={-1} className="max-w-[9em] font-display text-5xl font-medium text-balance">
          {`Welcome to ${own?.name ?? 'the Content Hub'}`}
        </h1>
        {own?.intro !== '' && (
          <p className="mt-3 max-w-lg text-base text-pretty">{own?.intro ?? siteIntro}</p>
        )}
        <Button look="primary" onClick={scrollToTarget} className="mt-6 noscript:hidden">
          Explore Home Page
        </Button>
        <noscript>
          <a href={`#${targetId}`} className={`${buttonClass({ look: 'primary' })} mt-6`}>
            Explore Home Page
          </a>
        </noscript>
      </div>
    </header>
  );
}
