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

interface SectionHeadingProps {
  readonly children: ReactNode;
  readonly id?: string;
  /** `page` for parts of a page's main column, `side` for the boxes of the side column. */
  readonly size?: 'page' | 'side';
}

/** An `h2` under a strong line, as the parts of a printed page begin. */
export function SectionHeading({ children, id, size = 'page' }: SectionHeadingProps) {
  const text = size === 'page' ? 'text-2xl' : 'text-xl';
  return (
    <h2 id={id} className={`mb-4 border-t-2 border-ink pt-3 font-display font-medium ${text}`}>
      {children}
    </h2>
  );
}
