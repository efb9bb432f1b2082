import { type ReactNode, useId } from 'react';
import { SectionHeading } from '../../../../platform/web/ui/headings.tsx';

/** What can be done with a text besides writing it, below the form: each a `Part`. All of it takes a script. */
export function Parts({ children }: { readonly children: ReactNode }) {
  return <div className="writing-parts noscript:hidden">{children}</div>;
}

interface PartProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function Part({ title, children }: PartProps) {
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
