import type { ReactNode } from 'react';

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
