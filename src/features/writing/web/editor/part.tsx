import { type ReactNode, useId } from 'react';
import { SectionHeading } from '../../../../platform/web/ui/headings.tsx';

interface PartProps {
  readonly title: string;
  readonly children: ReactNode;
  /** No wider than a column of text. */
  readonly isNarrow?: boolean;
}

/** What can be done with a text besides writing it, below the form. */
export function Part({ title, children, isNarrow = false }: PartProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={`mt-14 ${isNarrow ? 'max-w-measure' : ''}`}>
      <SectionHeading id={headingId}>{title}</SectionHeading>
      {children}
    </section>
  );
}
