import type { ReactNode } from 'react';

interface PartProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A group of settings. */
export function Part({ title, children }: PartProps) {
  return (
    <section aria-label={title} className="grid gap-5 border-t border-rule pt-6">
      <h2 className="font-display text-xl font-medium">{title}</h2>
      {children}
    </section>
  );
}
