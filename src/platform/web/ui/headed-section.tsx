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
