import type { SiteLink } from '../../site/own-settings.ts';

interface SiteLinksProps {
  readonly links: readonly SiteLink[];
  readonly className: string;
}

/** Links that the owner has set. */
export function SiteLinks({ links, className }: SiteLinksProps) {
  // Every page carries it, and it is seldom rendered: what the compiler would add weighs more than it saves.
  'use no memo';
  return (
    <ul className={className}>
      {links.map(({ label, url }) => (
        <li key={`${label} ${url}`}>
          <a
            href={url}
            rel="noopener"
            className="inline-block py-1 text-sm font-medium text-soft wrap-anywhere hover:text-accent hover:underline"
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
