import type { ReactNode } from 'react';

interface PageHeadingProps {
  readonly children: ReactNode;
  /** A sentence under the heading. */
  readonly lead?: ReactNode;
}

/** A page's `h1`. It takes the focus when the page is reached by a link within the site. */
export function PageHeading({ children, lead }: PageHeadingProps) {
  return (
    <header className="mb-10">
      <h1 tabIndex={-1} className="font-display text-4xl font-medium text-balance">
        {children}
      </h1>
      {lead !== undefined && (
        <p className="mt-3 max-w-measure text-base text-soft text-balance">{lead}</p>
      )}
    </header>
  );
}
