import { useId } from 'react';
import { SectionHeading } from '../../platform/web/ui/headings.tsx';
import { PlaceholderLink } from '../../platform/web/ui/placeholder-link.tsx';

const networks = ['Twitter', 'Facebook', 'YouTube', 'RSS'] as const;

/** Where the site will be followed; the links have nowhere to go yet. */
export function FollowUs() {
  // Every page carries it, and it is seldom rendered: what the compiler would add weighs more than it saves.
  'use no memo';
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <SectionHeading size="side" id={headingId}>
        Follow Us
      </SectionHeading>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {networks.map((network) => (
          <li key={network}>
            <PlaceholderLink className="inline-block py-1 text-sm font-medium text-soft">
              {network}
            </PlaceholderLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
