import type { ReactNode } from 'react';

interface PageHeadingProps {
  readonly children: ReactNode;
  /** A sentence under the heading. */
  readonly lead?: ReactNode;
  /** `quiet` if the page's content has its own title and the heading only names the activity. */
  readonly look?: 'loud' | 'quiet';
}

const pageLooks = { loud: 'text-4xl', quiet: 'text-xl text-soft' } as const;

/** A page's `h1`. It receives the focus after a navigation within the site. */
export function PageHeading({ children, lead, look = 'loud' }: PageHeadingProps) {
  return (
    <header className={look === 'loud' ? 'mb-10' : 'mb-4'}>
      <h1 tabIndex={-1} className={`font-display font-medium text-balance ${pageLooks[look]}`}>
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
  /** `page` for the main column, `side` for the side column. */
  readonly size?: 'page' | 'side';
}

/** An `h2` under a strong line. */
export function SectionHeading({ children, id, size = 'page' }: SectionHeadingProps) {
  const text = size === 'page' ? 'text-2xl' : 'text-xl';
  return (
    <h2 id={id} className={`mb-4 border-t-2 border-ink pt-3 font-display font-medium ${text}`}>
      {children}
    </h2>
  );
}
