import { useId } from 'react';
import { useSiteSettings } from '../../platform/web/site-settings.ts';
import { SectionHeading } from '../../platform/web/ui/headings.tsx';
import { PlaceholderLink } from '../../platform/web/ui/placeholder-link.tsx';
import { SiteLinks } from '../../platform/web/ui/site-links.tsx';

const networks = ['Twitter', 'Facebook', 'YouTube', 'RSS'] as const;

/** Where the site can be followed; until its owner has said so, the links have nowhere to go. */
export function FollowUs() {
  // Every page carries it, and it is seldom rendered: what the compiler would add weighs more than it saves.
  'use no memo';
  const headingId = useId();
  const { own } = useSiteSettings();
  if (own?.social?.length === 0) return null;
  return (
    <section aria-labelledby={headingId}>
      <SectionHeading size="side" id={headingId}>
        Follow Us
      </SectionHeading>
      {own?.social ? (
        <SiteLinks links={own.social} className="flex flex-wrap gap-x-4 gap-y-1" />
      ) : (
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {networks.map((network) => (
            <li key={network}>
              <PlaceholderLink className="inline-block py-1 text-sm font-medium text-soft">
                {network}
              </PlaceholderLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
