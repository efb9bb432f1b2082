import { type ReactNode, useId } from 'react';
import { SectionHeading } from './headings.tsx';

interface HeadedSectionProps {
  readonly title: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A part of a page, known by its heading. */
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

/** A smaller part, as in the sidebar or below a form. */
export function SideSection({ title, children }: SideSectionProps) {
  // Every page carries it, and it is seldom rendered: what the compiler would add weighs more than it saves.
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
