import { paths } from '../../paths.ts';
import { linkOf, type SiteLink } from '../../platform/site/own-settings.ts';
import { useSiteSettings } from '../../platform/web/site-settings.ts';
import { Brand } from '../../platform/web/ui/brand.tsx';
import { Button, ButtonLink } from '../../platform/web/ui/button.tsx';
import { PlaceholderLink } from '../../platform/web/ui/placeholder-link.tsx';

interface Column {
  readonly heading: string;
  readonly links: readonly (string | SiteLink)[];
}

const columns: readonly Column[] = [
  { heading: 'Services', links: ['Writing', 'Editing', 'Illustration', 'Newsletters'] },
  { heading: 'Company', links: ['About us', 'Our writers', 'Jobs', 'Press'] },
  { heading: 'Legal', links: ['Terms of use', 'Privacy policy', 'Cookie policy'] },
];

interface FooterProps {
  /** Opens the list of keyboard shortcuts. */
  readonly onShortcuts: () => void;
}

export function Footer({ onShortcuts }: FooterProps) {
  // In every page's bundle but rarely rendered: the compiler's memoization costs more than it saves.
  'use no memo';
  const { own } = useSiteSettings();
  const { tagline = 'Providing reliable Blog since 1992', footer, footerLinks } = own ?? {};
  const shown = footerLinks ? [{ heading: 'Links', links: footerLinks }] : columns;
  return (
    <footer className="no-print mt-16 bg-sunk">
      <div className="mx-auto grid max-w-site gap-x-8 gap-y-12 px-gutter py-16 sm:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="sm:col-span-3 lg:col-span-1">
          <Brand />
          {tagline && <p className="mt-3 text-sm text-soft">{tagline}</p>}
          {footer && (
            <p className="mt-3 max-w-measure text-sm whitespace-pre-line text-soft wrap-anywhere">
              {footer}
            </p>
          )}
          <p className="mt-4 flex flex-wrap gap-x-6 noscript:hidden">
            <Button
              look="plain"
              size="small"
              onClick={onShortcuts}
              // Touch devices rarely have a keyboard.
              className="pointer-coarse:hidden"
            >
              Keyboard shortcuts
            </Button>
            <ButtonLink look="plain" size="small" to={paths.onThisDevice.to()} rel="nofollow">
              On this device
            </ButtonLink>
          </p>
        </div>
        {shown.map(({ heading, links }) => (
          <nav key={heading} aria-label={heading}>
            <h2 className="font-display text-xl font-medium">{heading}</h2>
            <ul className="mt-3">
              {links.map(linkOf).map(({ label, url }) => (
                <li key={label}>
                  <PlaceholderLink href={url} className="small-link">
                    {label}
                  </PlaceholderLink>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  );
}
