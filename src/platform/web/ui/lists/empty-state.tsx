import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from '../drawings.tsx';

interface EmptyStateProps {
  readonly drawing?: DrawingName;
  readonly title: string;
  readonly text?: ReactNode;
  /** A button or link to continue with. */
  readonly action?: ReactNode;
}

/** Shown in place of an empty list. */
export function EmptyState({ drawing, title, text, action }: EmptyStateProps) {
  return (
    <div className="border-y border-rule py-16 text-center">
      {drawing && (
        <div className="mb-5 flex justify-center">
          <Drawing name={drawing} />
        </div>
      )}
      <p className="font-display text-2xl font-medium text-balance">{title}</p>
      {text !== undefined && (
        <p className="mx-auto mt-2 max-w-measure text-soft text-balance">{text}</p>
      )}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}

interface StandstillProps {
  /** A large number or word, such as the status. */
  readonly mark?: string;
  readonly drawing?: DrawingName;
  readonly title: string;
  readonly text: string;
  /** Links to continue with. */
  readonly children: ReactNode;
}

/** A page that can't be shown, with links to continue with. */
export function UnavailablePage({ mark, drawing, title, text, children }: StandstillProps) {
  return (
    <section className="py-8 lg:py-16">
      {mark !== undefined && (
        <div aria-hidden="true" className="flex flex-wrap items-baseline gap-6">
          <p className="standstill-mark font-display">{mark}</p>
          {drawing && <Drawing name={drawing} />}
        </div>
      )}
      <h1 tabIndex={-1} className="font-display text-4xl font-medium text-balance">
        {title}
      </h1>
      <p className="mt-4 max-w-measure text-lg text-soft text-pretty">{text}</p>
      <div className="mt-8 flex flex-wrap items-center gap-4">{children}</div>
    </section>
  );
}
