import type { ReactNode } from 'react';

interface PlaceholderLinkProps {
  readonly children: ReactNode;
  readonly className?: string;
  /** Where it goes by now. */
  readonly href?: string | undefined;
}

/**
 * A link that has nowhere to go until the owner says where. HTML's own form of it is an anchor without an address: it can't be followed by
 * mistake, takes no stop on the way of the Tab key, and is read out as a link that isn't available.
 */
export function PlaceholderLink({ children, className = '', href }: PlaceholderLinkProps) {
  if (href) {
    return (
      <a href={href} className={className}>
        {children}
      </a>
    );
  }
  return (
    // biome-ignore lint/a11y/useValidAnchor: without an address on purpose; see above.
    <a role="link" aria-disabled="true" className={className}>
      {children}
    </a>
  );
}
