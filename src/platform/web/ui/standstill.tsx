import type { ReactNode } from 'react';

interface StandstillProps {
  /** A figure or a word set large, such as the status. */
  readonly mark?: string;
  readonly title: string;
  readonly text: string;
  /** The ways on. */
  readonly children: ReactNode;
}

/** A page that can't go on, and says how one can. */
export function Standstill({ mark, title, text, children }: StandstillProps) {
  return (
    <section className="py-8 lg:py-16">
      {mark !== undefined && (
        <p aria-hidden="true" className="standstill-mark font-display">
          {mark}
        </p>
      )}
      <h1 tabIndex={-1} className="font-display text-4xl font-medium text-balance">
        {title}
      </h1>
      <p className="mt-4 max-w-measure text-lg text-soft text-pretty">{text}</p>
      <div className="mt-8 flex flex-wrap items-center gap-4">{children}</div>
    </section>
  );
}
