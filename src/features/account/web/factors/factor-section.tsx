import { type ReactNode, useId } from 'react';
import { SectionHeading } from '../../../../platform/web/ui/headings.tsx';

interface FactorSectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** One part of the account page. */
export function FactorSection({ title, children }: FactorSectionProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="mt-14 max-w-measure">
      <SectionHeading id={headingId}>{title}</SectionHeading>
      {children}
    </section>
  );
}
