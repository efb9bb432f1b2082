import type { ReactNode } from 'react';

interface PlaceholderLinkProps {
  readonly children: ReactNode;
  readonly className?: string;
  /** The link's target, once the owner has set one. */
  readonly href?: string | undefined;
}

/**
 * A link without a target until the owner sets one. In HTML this is an anchor without `href`: it can't be followed or
 * focused by Tab, and screen readers announce it as unavailable.
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
    // biome-ignore lint/a11y/useValidAnchor: an anchor without `href` is HTML's placeholder link, which is neither followed nor focused.
    <a role="link" aria-disabled="true" className={className}>
      {children}
    </a>
  );
}
