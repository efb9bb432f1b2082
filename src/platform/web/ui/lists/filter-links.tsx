import { Link } from 'react-router';
import { showCurrent } from './show-current.ts';

export interface FilterLink {
  readonly label: string;
  readonly to: string;
  readonly isCurrent: boolean;
  /** The `tint-…` class of the link's category; empty for the text colour. */
  readonly tint: string;
}

const look =
  'inline-flex min-h-11 items-center border-b-2 border-transparent text-sm text-soft ' +
  'transition-colors hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink';

interface FilterLinksProps {
  /** Name of the filter. */
  readonly label: string;
  readonly links: readonly FilterLink[];
}

/**
 * A filter whose state is in the address: one link per value, so that it works without JavaScript and can be shared.
 */
export function FilterLinks({ label, links }: FilterLinksProps) {
  return (
    <nav aria-label={label} className="min-w-0">
      <ul ref={showCurrent} className="one-line gap-x-5 sm:flex sm:flex-wrap">
        {links.map((link) => (
          <li key={link.label} className={link.tint}>
            <Link
              to={link.to}
              preventScrollReset
              aria-current={link.isCurrent ? 'true' : undefined}
              className={`${look} ${link.tint ? 'aria-[current]:border-tint' : 'aria-[current]:border-ink'}`}
            >
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
