import { useId } from 'react';
import { linkOf } from '../../platform/site/own-settings.ts';
import { useSiteSettings } from '../../platform/web/site-settings.ts';
import { SectionHeading } from '../../platform/web/ui/headings.tsx';
import { PlaceholderLink } from '../../platform/web/ui/placeholder-link.tsx';

const networks = ['Twitter', 'Facebook', 'YouTube', 'RSS'] as const;

/** Where the site can be followed; until its owner has said so, the links have nowhere to go. */
export function FollowUs() {
  // Every page carries it, and it is seldom rendered: what the compiler would add weighs more than it saves.
  'use no memo';
  const headingId = useId();
  const links = (useSiteSettings().own?.social ?? networks).map(linkOf);
  if (links.length === 0) return null;
  return (
    <section aria-labelledby={headingId}>
      <SectionHeading size="side" id={headingId}>
        Follow Us
      </SectionHeading>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {links.map(({ label, url }) => (
          <li key={label}>
            <PlaceholderLink href={url} className="inline-block py-1 text-sm font-medium text-soft">
              {label}
            </PlaceholderLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
