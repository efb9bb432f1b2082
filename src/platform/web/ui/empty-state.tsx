import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly title: string;
  readonly text?: ReactNode;
  /** A way on: a button or a link. */
  readonly action?: ReactNode;
}

/** Stands where a list has nothing to show, and says so. */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div className="border-y border-rule py-16 text-center">
      <p className="font-display text-2xl font-medium text-balance">{title}</p>
      {text !== undefined && (
        <p className="mx-auto mt-2 max-w-measure text-soft text-balance">{text}</p>
      )}
      {action !== undefined && <div className="mt-6">{action}</div>}
    </div>
  );
}
