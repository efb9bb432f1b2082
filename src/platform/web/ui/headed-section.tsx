import { type ReactNode, useId } from 'react';
import { SectionHeading } from './headings.tsx';

interface HeadedSectionProps {
  readonly title: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A section of a page, labelled by its heading. */
export function HeadedSection({ title, className = '', children }: HeadedSectionProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={`mt-14 ${className}`}>
      <SectionHeading id={headingId}>{title}</SectionHeading>
      {children}
    </section>
  );
}

interface SideSectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A smaller section, as in the sidebar or below a form. */
export function SideSection({ title, children }: SideSectionProps) {
  // Opts out of the React compiler: this code is in every page's bundle but seldom runs, so memoization would cost more
  // than it saves.
  'use no memo';
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <SectionHeading id={headingId} size="side">
        {title}
      </SectionHeading>
      {children}
    </section>
  );
}
